import { readFile } from 'node:fs/promises';
import { type BrowserPageConfig, connectPage } from './page.ts';

const MESSAGES = {
  stoppedText:
    'Mostrador se ha detenido. Inícielo otra vez.\nMostrador has stopped. Start it again.',
  takenOverText:
    'Mostrador está abierto en otra ventana. Puede cerrar esta.\n' +
    'Mostrador is open in another window. You can close this one.',
  addressUsedText:
    'Esta dirección ya se usó o no es de este Mostrador. Inícielo otra vez para recibir una nueva.\n' +
    'This address was used before, or is not of this Mostrador. Start it again for a new one.',
};

/**
 * The script that runs before the page: our replacement for `electron`'s renderer modules, around
 * the preload bundle.
 */
export async function buildPageScript(
  preloadPath: string,
  socketPath: string,
  protocol: string,
): Promise<string> {
  const preload = await readFile(preloadPath, 'utf8');
  const config: BrowserPageConfig = { socketPath, protocol, ...MESSAGES };
  return [
    `(${connectPage.toString()})(${JSON.stringify(config)}, (require, module) => {`,
    'const exports = module.exports;',
    preload,
    '});',
  ].join('\n');
}

/** Inserts the script before everything else that the document loads. */
export function insertBridgeScript(html: string, address: string): string {
  const tag = `<script src="${address}"></script>`;
  const head = /<head[^>]*>/i.exec(html);
  if (head === null) return tag + html;
  const position = head.index + head[0].length;
  return html.slice(0, position) + tag + html.slice(position);
}
