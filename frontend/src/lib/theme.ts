// The theme and its contrast, stored in this browser. public/theme.js applies them before the first paint and on every change.
import { create } from 'zustand';

export type Theme = 'light' | 'dark' | 'system';
export type Contrast = 'more' | 'system';

const KEYS = { theme: 'cartulary.theme', contrast: 'cartulary.contrast' } as const;

function storedTheme(): Theme {
  const value = localStorage.getItem(KEYS.theme);
  return value === 'light' || value === 'dark' ? value : 'system';
}

function store(key: keyof typeof KEYS, value: string): void {
  localStorage.setItem(KEYS[key], value);
  dispatchEvent(new Event('cartulary:theme'));
}

interface ThemeState {
  theme: Theme;
  contrast: Contrast;
  setTheme: (theme: Theme) => void;
  setContrast: (contrast: Contrast) => void;
}

export const useTheme = create<ThemeState>((set) => ({
  theme: storedTheme(),
  contrast: localStorage.getItem(KEYS.contrast) === 'more' ? 'more' : 'system',
  setTheme: (theme) => {
    store('theme', theme);
    set({ theme });
  },
  setContrast: (contrast) => {
    store('contrast', contrast);
    set({ contrast });
  },
}));
