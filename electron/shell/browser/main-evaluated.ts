/**
 * The name of the global symbol whose function main calls once it is evaluated; the stand-in then
 * emits `ready`.
 */
export const MAIN_EVALUATED_SYMBOL = 'mostrador.browser-shell.main-evaluated';
