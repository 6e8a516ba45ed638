/**
 * Printer models: the command family, the code pages, the commands, and whether the printer answers
 * status requests. Code pages are tried in the order of `models.ts`: on an Epson CP858, then CP1252;
 * on a Star CP1252, then CP858.
 *
 * To add a printer model, add its name to the contract's list and a row to `models.ts`. If its
 * maker documents status answers, it is asked in one of the dialects of `devices/`.
 */
export { type CodePage, CP858, CP1252 } from './code-pages.ts';
export {
  type DrawerPin,
  getPrinterModel,
  type PrinterCodePage,
  type PrinterModel,
} from './models.ts';
export {
  EPSON_RASTER,
  type RasterCommands,
  type RasterFamily,
  STAR_RASTER,
} from './raster-commands.ts';
