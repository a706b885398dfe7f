// Runs before the first paint, from a file so that a strict content policy allows it: no flash of the wrong theme.
// "system" (nothing stored) follows the machine, also while the page is open.
(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const chosen = localStorage.getItem('cartulary.theme') ?? 'system';
    document.documentElement.dataset.theme = chosen === 'system' ? (dark.matches ? 'dark' : 'light') : chosen;
  };
  dark.addEventListener('change', apply);
  addEventListener('cartulary:theme', apply);
  apply();
})();
