/**
 * Finds connected printers: on USB and serial ports, by their Windows names, and on the network by
 * DNS-SD (`_pdl-datastream._tcp`, `_printer._tcp`). Nothing is printed and nothing is stored: a
 * person chooses a printer and tests it.
 *
 * Returns within about five seconds, even if a search hangs. Never rejects: a failed search lists no
 * printers, and the log has the reason. Of network responses only the name and address are trusted.
 */
export { createPrinterFinder, type PrinterFinder } from './printer-finder.ts';
