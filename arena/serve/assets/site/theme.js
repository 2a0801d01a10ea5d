// What a page looks like, before anything is drawn: within another page, as in slides, or where its address says so, it has no
// navigation; and the colours that were chosen.

const isWithin = window.top !== window || new URLSearchParams(location.search).get('embed') === 'yes';
document.documentElement.classList.toggle('within', isWithin);

// There a browser may keep nothing for it: what is chosen then lasts as long as the page.
for (const name of ['localStorage', 'sessionStorage']) {
  try {
    window[name].getItem('');
  } catch {
    const kept = new Map();
    const value = { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => { kept.set(key, `${text}`); } };
    Object.defineProperty(window, name, { value });
  }
}

const chosen = localStorage.getItem('theme');
if (['light', 'dark'].includes(chosen)) {
  document.documentElement.dataset.theme = chosen;
  const inks = document.getElementById('inks');
  inks.href = inks.href.replace(/board-\w+\.css.*/, `board-${chosen}.css`);
}
