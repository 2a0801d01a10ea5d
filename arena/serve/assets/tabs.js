// A row of tabs: where it is too wide for the screen, its ends say that there is more, and the present tab is seen.

export function reveal(tabs) {
  const tellEnds = () => {
    tabs.classList.toggle('before', tabs.scrollLeft > 1);
    tabs.classList.toggle('after', tabs.scrollLeft + tabs.clientWidth < tabs.scrollWidth - 1);
  };
  tabs.addEventListener('scroll', tellEnds);
  new ResizeObserver(tellEnds).observe(tabs);
  tabs.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
