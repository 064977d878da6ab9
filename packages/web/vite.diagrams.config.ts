import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { precompress } from './vite/precompress.ts';

/** The frame that draws diagrams: a small page of its own, so that no other page contains the library. */
export default defineConfig({
  root: fileURLToPath(new URL('diagrams', import.meta.url)),
  base: '/assets/diagrams/',
  publicDir: false,
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  plugins: [precompress()],
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: '',
    assetsInlineLimit: 0,
    modulePreload: false,
    chunkSizeWarningLimit: 4_000,
    rolldownOptions: { input: fileURLToPath(new URL('diagrams/frame.html', import.meta.url)) },
  },
});
