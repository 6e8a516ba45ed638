/** The name of the global symbol at which the stand-in waits for main to be evaluated. */
export const MAIN_EVALUATED = 'mostrador.browser-shell.main-evaluated';
