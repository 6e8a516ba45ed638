import type { ProblemTexts } from './problems.ts';

/** The till itself: its ledger, its keys' place, and its own faults. */

type Key = Extract<
  keyof ProblemTexts,
  | 'invalid-input'
  | 'not-set-up'
  | `not-connected.${string}`
  | 'no-key-store'
  | 'key-store-locked'
  | 'internal'
  | `storage.${string}`
>;
type Texts = Pick<ProblemTexts, Key>;

const NOTHING = 'No se cobró nada.';
const CALL = 'Llame a la línea de ayuda y diga el código.';

export const mexicoTill: Texts = {
  'invalid-input': [
    'La caja no entendió el dato «{{field}}».',
    'No se envió nada.',
    'Revise lo escrito e intente de nuevo. Si se repite, llame a la línea de ayuda.',
  ],
  'not-set-up': ['Esta caja aún no está preparada.', NOTHING, 'Prepárela con el asistente.'],
  'not-connected.not-ready': [
    'La caja todavía no puede hablar con el servicio.',
    'No se le pidió nada al servicio.',
    'Espere un momento e intente de nuevo. Si se repite, llame a la línea de ayuda.',
  ],
  'not-connected.no-keys': [
    'La caja no puede leer las claves de esta tienda para el servicio.',
    'No se le pidió nada al servicio.',
    'Cierre la caja y ábrala otra vez. Si se repite, el dueño escribe las claves en Ajustes (F7).',
  ],
  'storage.full': [
    'El disco de la computadora está lleno: la caja no puede anotar pagos.',
    'No se envió ningún pago nuevo.',
    'Libere espacio en el disco y abra la caja otra vez.',
  ],
  'storage.read-only': [
    'La caja no puede escribir en su carpeta.',
    'No se envió ningún pago nuevo.',
    'Pida a quien cuida la computadora que dé permiso de escritura y abra la caja otra vez.',
  ],
  'storage.damaged': [
    'El libro de pagos de esta caja está dañado.',
    'La caja no vende para no perder ni repetir pagos.',
    'No borre nada. Llame a la línea de ayuda: el libro se restaura con una copia.',
  ],
  'storage.newer-version': [
    'El libro de pagos es de una versión más nueva de Mostrador.',
    'La caja no vende para no dañar sus registros.',
    'Instale la versión nueva de Mostrador y ábrala.',
  ],
  'storage.earlier-format': [
    'El libro de pagos es de antes de la primera versión publicada de Mostrador, y esta versión no lo puede leer.',
    'El libro no cambió en nada. La caja no vende y no envió ningún pago.',
    'No borre nada. Llame a la línea de ayuda: con el programa anterior se ven sus pagos, y después la caja empieza un libro nuevo.',
  ],
  'storage.in-use': [
    'El libro de pagos está abierto en otra ventana o en otro programa.',
    'Esta ventana no vende.',
    'Cierre la otra ventana de Mostrador y abra esta otra vez.',
  ],
  'storage.failed': [
    'No se pudo abrir el libro de pagos de esta caja.',
    'La caja no vende mientras no lo pueda leer.',
    'Apague y encienda la computadora. Si se repite, llame a la línea de ayuda.',
  ],
  'no-key-store': [
    'Esta computadora no tiene dónde guardar las claves de producción con seguridad.',
    'Las claves no se guardaron.',
    'Use la aplicación instalada en una cuenta con llavero, o prepare la caja en pruebas.',
  ],
  'key-store-locked': [
    'El llavero de esta computadora no se abrió: la caja no puede leer las claves que guardó.',
    'Los ajustes no cambiaron.',
    'Desbloquee el llavero de la cuenta de la computadora, cierre la caja y ábrala otra vez.',
  ],
  internal: [
    'La caja tuvo una falla propia.',
    'Si estaba pagando, no cobre otra vez: mire primero los pagos por resolver (F9).',
    CALL,
  ],
};

const NOTHING_EN = 'Nothing was charged.';

export const englishTill: Texts = {
  'invalid-input': [
    'The till did not understand “{{field}}”.',
    'Nothing was sent.',
    'Check what was typed and try again. If it happens again, call the help line.',
  ],
  'not-set-up': ['This till is not set up yet.', NOTHING_EN, 'Set it up with the assistant.'],
  'not-connected.not-ready': [
    'The till cannot speak to the service yet.',
    'Nothing was asked of the service.',
    'Wait a moment and try again. If it happens again, call the help line.',
  ],
  'not-connected.no-keys': [
    'The till cannot read this shop’s keys for the service.',
    'Nothing was asked of the service.',
    'Close the till and open it again. If it happens again, the owner types the keys in Settings (F7).',
  ],
  'storage.full': [
    'The computer’s disk is full: the till cannot write payments down.',
    'No new payment was sent.',
    'Free space on the disk and open the till again.',
  ],
  'storage.read-only': [
    'The till cannot write to its folder.',
    'No new payment was sent.',
    'Ask whoever looks after the computer to allow writing, and open the till again.',
  ],
  'storage.damaged': [
    'The record of payments of this till is damaged.',
    'The till does not sell, so that no payment is lost or made twice.',
    'Delete nothing. Call the help line: the record is restored from a backup.',
  ],
  'storage.newer-version': [
    'The record of payments comes from a newer version of Mostrador.',
    'The till does not sell, so that its records are not harmed.',
    'Install the newer version of Mostrador and open it.',
  ],
  'storage.earlier-format': [
    'The record of payments is from before the first published version of Mostrador, and this version cannot read it.',
    'Nothing in it was changed. The till does not sell and sent no payment.',
    'Delete nothing. Call the help line: the earlier program shows its payments, and after that the till begins a new record.',
  ],
  'storage.in-use': [
    'The record of payments is open in another window or program.',
    'This window does not sell.',
    'Close the other window of Mostrador and open this one again.',
  ],
  'storage.failed': [
    'The record of payments of this till could not be opened.',
    'The till does not sell while it cannot read it.',
    'Restart the computer. If it happens again, call the help line.',
  ],
  'no-key-store': [
    'This computer has no safe place to keep production keys.',
    'The keys were not kept.',
    'Use the installed application in an account with a key store, or set up the till for the sandbox.',
  ],
  'key-store-locked': [
    'This computer’s key store did not open: the till cannot read the keys that it kept.',
    'The settings have not changed.',
    'Unlock the key store of the computer’s account, close the till and open it again.',
  ],
  internal: [
    'The till had a fault of its own.',
    'If you were paying, do not charge again: look at the unresolved payments (F9) first.',
    'Call the help line and say the code.',
  ],
};
