// How the pages reach a server.

/** What is answered there. */
export const send = (address, options) => fetch(address, options);

/** Has a link lead there. */
export function lead(link, address) { link.href = address; }
