// Leads to the pages in the reader's language.

const wished = navigator.languages.map((tag) => tag.slice(0, 2)).find((code) => ['en', 'hu', 'sl'].includes(code));
location.replace(`${wished ?? 'en'}/index.html`);
