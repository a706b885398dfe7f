// The theme, stored in this browser. public/theme.js applies it before the first paint and on every change.
import { create } from 'zustand';

export type Theme = 'light' | 'dark' | 'system';

const KEY = 'cartulary.theme';

function stored(): Theme {
  const value = localStorage.getItem(KEY);
  return value === 'light' || value === 'dark' ? value : 'system';
}

interface ThemeState {
  theme: Theme;
  setTheme: (theme: Theme) => void;
}

export const useTheme = create<ThemeState>((set) => ({
  theme: stored(),
  setTheme: (theme) => {
    localStorage.setItem(KEY, theme);
    dispatchEvent(new Event('cartulary:theme'));
    set({ theme });
  },
}));
