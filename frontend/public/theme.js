// Runs before the first paint, from a file so that a strict content policy allows it: no flash of the wrong theme.
// "system" (nothing stored) follows the machine, also while the page is open.
(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const contrast = matchMedia('(prefers-contrast: more)');
  const chosen = (key) => localStorage.getItem(`cartulary.${key}`) ?? 'system';
  const apply = () => {
    const theme = chosen('theme');
    const { dataset } = document.documentElement;
    dataset.theme = theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme;
    dataset.contrast = chosen('contrast') === 'more' || contrast.matches ? 'more' : 'normal';
  };
  dark.addEventListener('change', apply);
  contrast.addEventListener('change', apply);
  addEventListener('cartulary:theme', apply);
  apply();
})();
