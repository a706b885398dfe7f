import '../styles/base.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { passNonceToLibraries } from '@/lib/page-policy';

import { App } from './app';

export function start(): void {
  passNonceToLibraries();
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root element.');
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
