// How the pages reach a server.

/** What is answered there. */
export const send = (address, options) => fetch(address, options);

/** Listens to what is told there. */
export const listen = (address) => new EventSource(address);

/** Has a link lead there. */
export function lead(link, address) { link.href = address; }
