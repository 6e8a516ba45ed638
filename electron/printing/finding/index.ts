/**
 * Printers that are there: on USB and serial ports, as Windows names them, and on the network by
 * DNS-SD (`_pdl-datastream._tcp`, `_printer._tcp`). Nothing is printed and nothing is kept: a person
 * chooses one, and tries it.
 *
 * Promises: an answer within some five seconds, whatever hangs; no error, since a place that cannot
 * be looked at has no printer to show (the log says why). What comes from the network is not believed
 * further than its name and address.
 */
export { createPrinterFinder, type PrinterFinder } from './printer-finder.ts';
