// Where what is known of a search comes from: the server.

export const get = (address) => fetch(address).then((answer) => answer.json());
