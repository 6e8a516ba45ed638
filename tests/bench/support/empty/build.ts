import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/** Builds the empty application beside the till's own preload. Returns the path of its main. */
export async function buildEmpty(root: string, dist: string): Promise<string> {
  const folder = join(root, 'out', 'bench', 'empty');
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['electron'] },
    build: {
      ssr: true,
      target: 'node24',
      minify: false,
      outDir: join(folder, 'main'),
      emptyOutDir: true,
      rolldownOptions: {
        input: join(import.meta.dirname, 'main.ts'),
        external: ['electron', /^node:/],
        platform: 'node',
        output: { format: 'es', entryFileNames: 'main.js' },
      },
    },
  });
  mkdirSync(folder, { recursive: true });
  cpSync(join(dist, 'preload'), join(folder, 'preload'), { recursive: true });
  cpSync(join(import.meta.dirname, 'page'), join(folder, 'renderer'), { recursive: true });
  return join(folder, 'main', 'main.js');
}
