// The colours that were chosen, before anything is drawn.

const chosen = localStorage.getItem('theme');
if (['light', 'dark'].includes(chosen)) {
  document.documentElement.dataset.theme = chosen;
  const inks = document.getElementById('inks');
  inks.href = inks.href.replace(/board-\w+\.css.*/, `board-${chosen}.css`);
}
