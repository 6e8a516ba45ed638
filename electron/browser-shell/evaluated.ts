/** The name of the global symbol under which the stand-in waits for the end of main's evaluation. */
export const EVALUATED = 'mostrador.browser-shell.main-evaluated';
