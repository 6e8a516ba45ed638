/**
 * Printers: what each model is told by, which code pages it holds, and which bytes it would act upon.
 * Which of its code pages is tried first is their order in `models.ts`: on an Epson CP858, then
 * CP1252; on a Star the other way round.
 *
 * To add a printer model: its name in the contract's list, a row in `models.ts`. One whose maker
 * documents its status answers is asked in the language of `devices/`.
 */
export { type CodePage, CP858, CP1252 } from './code-pages.ts';
export { type DrawerPin, type PrinterModel, type PrinterPage, printerModel } from './models.ts';
export {
  EPSON_RASTER,
  type RasterCommands,
  type RasterFamily,
  STAR_RASTER,
} from './raster-commands.ts';
