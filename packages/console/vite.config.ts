import { defineConfig } from 'vite';

export default defineConfig({
  base: '/console/',
  // everything is a file of its own: the page's policy allows no inline script and no data: script
  build: { target: 'es2023', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
});
