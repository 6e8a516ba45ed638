/** The command set of a printer: Epson's ESC/POS or Star's line mode. */
export type Make = 'epson' | 'star';
