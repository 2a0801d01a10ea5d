// Where what is known of a search comes from: the server.

import { ask, fetched } from './page.js';

const problem = document.getElementById('problem');

/** What is known of a search at an address. A search that is forgotten is searched again, and is found where it was. */
export function source(tree) {
  let again = null;
  return async (address) => {
    try {
      const found = await fetched(address).catch(async (error) => {
        if (error.status !== 404 || !address.includes(tree.id)) throw error;
        again ??= ask('/api/v1/trees', tree.asked).finally(() => { again = null; });
        await again;
        return fetched(address);
      });
      problem.hidden = true;
      return found;
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
      throw error;
    }
  };
}
