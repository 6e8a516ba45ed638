import type { ProblemTexts } from './problems.ts';

/** The printer and its paper. */

type Key = Extract<keyof ProblemTexts, `printer.${string}`>;
type Texts = Pick<ProblemTexts, Key>;

export const mexicoPrinter: Texts = {
  'printer.not-set': [
    'Esta caja no tiene impresora.',
    'Los pagos no cambian.',
    'Elija una impresora en la preparación de la caja.',
  ],
  'printer.bad-address': [
    'La dirección de la impresora no se entiende.',
    'Los pagos no cambian.',
    'Escríbala como tcp://192.168.1.50:9100.',
  ],
  'printer.unreachable': [
    'La impresora no contesta en su dirección.',
    'Los pagos no cambian.',
    'Revise que esté encendida y conectada a la red.',
  ],
  'printer.no-permission': [
    'La computadora no deja usar la impresora.',
    'Los pagos no cambian.',
    'Pida a quien cuida la computadora que deje imprimir a este usuario: en Linux, que lo ponga en el grupo «lp» (USB) o «dialout» (serie) y vuelva a entrar.',
  ],
  'printer.not-a-printer': [
    'En esa dirección contesta algo que no es una impresora.',
    'Los pagos no cambian.',
    'Revise la dirección de la impresora.',
  ],
  'printer.answers-as-epson': [
    'La impresora contesta como una Epson, y está puesta otra marca.',
    'No se imprimió nada. Los pagos no cambian.',
    'Elija la marca Epson al preparar la impresora.',
  ],
  'printer.answers-as-star': [
    'La impresora contesta como una Star, y está puesta otra marca.',
    'No se imprimió nada. Los pagos no cambian.',
    'Elija la marca Star al preparar la impresora.',
  ],
  'printer.no-such-path': [
    'En esa ruta no hay nada.',
    'No se imprimió nada. Los pagos no cambian.',
    'Revise el cable, que la impresora esté encendida y que la ruta esté bien escrita, como /dev/usb/lp0 o COM3.',
  ],
  'printer.is-a-folder': [
    'Esa ruta es una carpeta y no una impresora.',
    'No se imprimió nada. Los pagos no cambian.',
    'Escriba la ruta de la impresora, como /dev/usb/lp0, o elija archivos PDF para una carpeta.',
  ],
  'printer.busy': [
    'Otro programa está usando la impresora, o todavía tiene el trabajo anterior.',
    'No se imprimió nada. Los pagos no cambian.',
    'Cierre el otro programa, espere un momento e imprima otra vez.',
  ],
  'printer.no-folder': [
    'La carpeta de los archivos PDF no está.',
    'No se imprimió nada. Los pagos no cambian.',
    'Haga la carpeta, o conecte el disco en el que está, e imprima otra vez.',
  ],
  'printer.folder-closed': [
    'La carpeta de los archivos PDF no deja guardar nada.',
    'No se imprimió nada. Los pagos no cambian.',
    'Pida a quien cuida la computadora permiso para escribir en esa carpeta, o elija otra.',
  ],
  'printer.disk-full': [
    'El disco está lleno: no cabe el recibo.',
    'El pago no cambia: imprimir no cobra.',
    'Haga espacio en el disco e imprima otra vez.',
  ],
  'printer.not-made': [
    'La caja no pudo preparar el papel. No es falla de la impresora.',
    'No se imprimió nada. Los pagos no cambian.',
    'Guarde el diagnóstico y llame a la línea de ayuda.',
  ],
  'printer.cannot-answer': [
    'La impresora recibió todo, y por esa ruta no puede decir si salió el papel.',
    'El pago no cambia: imprimir no cobra.',
    'Mire si el papel salió bien.',
  ],
  'printer.no-answer': [
    'Algo toma la conexión y no contesta como una impresora de esa marca.',
    'No se imprimió nada. Los pagos no cambian.',
    'Revise que la dirección sea la de la impresora, que esté lista y que la marca sea la correcta.',
  ],
  'printer.cover-open': [
    'La tapa de la impresora está abierta.',
    'El pago no cambia: imprimir no cobra.',
    'Cierre la tapa e imprima otra vez.',
  ],
  'printer.paper-out': [
    'La impresora no tiene papel.',
    'El pago no cambia: imprimir no cobra.',
    'Ponga un rollo nuevo e imprima otra vez.',
  ],
  'printer.offline': [
    'La impresora está fuera de línea.',
    'El pago no cambia: imprimir no cobra.',
    'Presione su botón de línea o apáguela y enciéndala.',
  ],
  'printer.error': [
    'La impresora informa una falla.',
    'El pago no cambia: imprimir no cobra.',
    'Apáguela y enciéndala. Revise que el papel no esté atorado.',
  ],
  'printer.silent': [
    'La impresora recibió el recibo y no confirmó que salió.',
    'El pago no cambia: imprimir no cobra.',
    'Mire si salió el papel y dígalo en la pantalla.',
  ],
  'printer.broke-off': [
    'La conexión con la impresora se cortó a la mitad.',
    'El pago no cambia: imprimir no cobra.',
    'Mire qué salió en el papel e imprima otra vez si falta.',
  ],
};

const PAPER_ONLY_EN = 'The payment stays as it is: printing never charges.';

export const englishPrinter: Texts = {
  'printer.not-set': [
    'This till has no printer.',
    'Payments stay as they are.',
    'Choose a printer when you set up the till.',
  ],
  'printer.bad-address': [
    'The printer’s address cannot be understood.',
    'Payments stay as they are.',
    'Type it like tcp://192.168.1.50:9100.',
  ],
  'printer.unreachable': [
    'The printer does not answer at its address.',
    'Payments stay as they are.',
    'Check that it is switched on and on the network.',
  ],
  'printer.no-permission': [
    'The computer does not allow the use of the printer.',
    'Payments stay as they are.',
    'Ask whoever looks after the computer to let this user print: on Linux, to add it to the group “lp” (USB) or “dialout” (serial), and to sign in again.',
  ],
  'printer.not-a-printer': [
    'Something that is not a printer answers at that address.',
    'Payments stay as they are.',
    'Check the printer’s address.',
  ],
  'printer.answers-as-epson': [
    'The printer answers as an Epson does, and another make is set.',
    'Nothing was printed. Payments stay as they are.',
    'Choose the make Epson when you set up the printer.',
  ],
  'printer.answers-as-star': [
    'The printer answers as a Star does, and another make is set.',
    'Nothing was printed. Payments stay as they are.',
    'Choose the make Star when you set up the printer.',
  ],
  'printer.no-such-path': [
    'There is nothing at that path.',
    'Nothing was printed. Payments stay as they are.',
    'Check the cable and that the printer is on, and that the path is written exactly, such as /dev/usb/lp0 or COM3.',
  ],
  'printer.is-a-folder': [
    'That path is a folder and not a printer.',
    'Nothing was printed. Payments stay as they are.',
    'Type the path of the printer itself, such as /dev/usb/lp0, or choose PDF files for a folder.',
  ],
  'printer.busy': [
    'Another program is using the printer, or it still holds the last job.',
    'Nothing was printed. Payments stay as they are.',
    'Close the other program, wait a moment and print again.',
  ],
  'printer.no-folder': [
    'The folder for the PDF files is not there.',
    'Nothing was printed. Payments stay as they are.',
    'Make the folder, or connect the disk that it is on, and print again.',
  ],
  'printer.folder-closed': [
    'The folder for the PDF files takes no new files.',
    'Nothing was printed. Payments stay as they are.',
    'Ask whoever looks after the computer for permission to write in that folder, or choose another one.',
  ],
  'printer.disk-full': [
    'The disk is full: there is no room for the receipt.',
    PAPER_ONLY_EN,
    'Make room on the disk and print again.',
  ],
  'printer.not-made': [
    'The till could not make what was to be printed. It is no fault of the printer.',
    'Nothing was printed. Payments stay as they are.',
    'Save the diagnostics and call the help line.',
  ],
  'printer.cannot-answer': [
    'The printer took everything, and at this path it cannot say whether the paper came out.',
    PAPER_ONLY_EN,
    'See whether the paper came out well.',
  ],
  'printer.no-answer': [
    'Something takes the connection and does not answer as a printer of that make does.',
    'Nothing was printed. Payments stay as they are.',
    'Check that the address is the printer’s, that it is ready, and that its make is the right one.',
  ],
  'printer.cover-open': [
    'The printer’s cover is open.',
    PAPER_ONLY_EN,
    'Close the cover and print again.',
  ],
  'printer.paper-out': [
    'The printer is out of paper.',
    PAPER_ONLY_EN,
    'Put in a new roll and print again.',
  ],
  'printer.offline': [
    'The printer is offline.',
    PAPER_ONLY_EN,
    'Press its online button, or switch it off and on.',
  ],
  'printer.error': [
    'The printer reports a fault.',
    PAPER_ONLY_EN,
    'Switch it off and on. Check that the paper is not jammed.',
  ],
  'printer.silent': [
    'The printer took the receipt and did not confirm that it came out.',
    PAPER_ONLY_EN,
    'See whether the paper came out, and say so on the screen.',
  ],
  'printer.broke-off': [
    'The connection to the printer broke off halfway.',
    PAPER_ONLY_EN,
    'See what came out on paper, and print again if something is missing.',
  ],
};
