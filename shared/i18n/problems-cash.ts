import type { ProblemTexts } from './problems.ts';

/** Shifts, and the money in the drawer. */

type Key = Extract<keyof ProblemTexts, `shift.${string}` | `cash.${string}`>;
type Texts = Pick<ProblemTexts, Key>;

const NOTHING = 'No se cobró nada.';

export const mexicoCash: Texts = {
  'shift.needed': [
    'No hay un turno abierto.',
    'No se movió dinero.',
    'Abra el turno con su fondo y continúe.',
  ],
  'shift.open-already': [
    'En este cajón ya hay un turno abierto.',
    NOTHING,
    'Cierre primero ese turno.',
  ],
  'shift.closed': ['Este turno ya está cerrado.', 'Sus totales no cambian.', 'Vea su corte Z.'],
  'shift.not-yours': [
    'Este cajón es de otra persona.',
    'No se movió dinero.',
    'Lo puede cerrar su cajero o un supervisor.',
  ],
  'shift.not-counted': [
    'El cajón se contó otra vez, o todavía no se cuenta.',
    'El turno sigue abierto.',
    'Cuente el cajón y ciérrelo con ese conteo.',
  ],
  'shift.explanation': [
    'El conteo no coincide y falta la explicación.',
    'El turno sigue abierto.',
    'Escriba por qué no coincide, con al menos 3 letras.',
  ],
  'shift.held': [
    'Hay algo de este turno sin terminar.',
    'El turno sigue abierto.',
    'Termínelo en “Por resolver” (F9), o entregue el cajón con ello.',
  ],
  'shift.same-person': [
    'El cajón se entrega a otra persona.',
    'El turno sigue abierto.',
    'Elija otro nombre, o cierre el turno.',
  ],
  'shift.report-gone': [
    'Este corte se mostró hace rato.',
    'No se imprimió nada.',
    'Abra el corte otra vez e imprímalo.',
  ],
  'cash.negative': [
    'La cantidad es menor que cero.',
    'No se movió dinero.',
    'Escriba lo que hay; 0 si no hay nada.',
  ],
  'cash.not-positive': ['La cantidad es cero.', 'No se movió dinero.', 'Escriba cuánto es.'],
  'cash.too-many-decimals': [
    'La cantidad tiene más de dos decimales.',
    'No se movió dinero.',
    'Escríbala con dos decimales como máximo.',
  ],
  'cash.too-much': [
    'La cantidad es demasiado grande para un cajón.',
    'No se movió dinero.',
    'Revise las cifras.',
  ],
  'cash.currency': [
    'Falta una moneda en el conteo, o sobra una.',
    'No se movió dinero.',
    'Cuente otra vez desde el principio.',
  ],
  'cash.piece': [
    'En esta moneda no existe ese billete o moneda.',
    'No se movió dinero.',
    'Cuente otra vez desde el principio.',
  ],
};

const NOTHING_EN = 'Nothing was charged.';

export const englishCash: Texts = {
  'shift.needed': [
    'No shift is open.',
    'No money was moved.',
    'Open the shift with its float, and go on.',
  ],
  'shift.open-already': [
    'There is an open shift in this drawer already.',
    NOTHING_EN,
    'Close that shift first.',
  ],
  'shift.closed': [
    'This shift is closed already.',
    'Its totals stay as they are.',
    'Look at its Z report.',
  ],
  'shift.not-yours': [
    'This drawer is somebody else’s.',
    'No money was moved.',
    'Its cashier or a supervisor can close it.',
  ],
  'shift.not-counted': [
    'The drawer was counted again, or not yet.',
    'The shift is still open.',
    'Count the drawer and close it by that count.',
  ],
  'shift.explanation': [
    'The count differs and there is no explanation.',
    'The shift is still open.',
    'Write why it differs, with at least 3 letters.',
  ],
  'shift.held': [
    'Something of this shift is not finished.',
    'The shift is still open.',
    'Finish it in “To resolve” (F9), or hand the drawer over with it.',
  ],
  'shift.same-person': [
    'The drawer is handed over to somebody else.',
    'The shift is still open.',
    'Choose another name, or close the shift.',
  ],
  'shift.report-gone': [
    'This report was shown a while ago.',
    'Nothing was printed.',
    'Open the report again and print it.',
  ],
  'cash.negative': [
    'The sum is below zero.',
    'No money was moved.',
    'Type what is there; 0 where there is nothing.',
  ],
  'cash.not-positive': ['The sum is zero.', 'No money was moved.', 'Type how much it is.'],
  'cash.too-many-decimals': [
    'The sum has more than two decimals.',
    'No money was moved.',
    'Type it with two decimals at most.',
  ],
  'cash.too-much': [
    'The sum is too large for a drawer.',
    'No money was moved.',
    'Check the digits.',
  ],
  'cash.currency': [
    'A currency is missing in the count, or does not belong to it.',
    'No money was moved.',
    'Count again from the beginning.',
  ],
  'cash.piece': [
    'There is no such bill or coin in this currency.',
    'No money was moved.',
    'Count again from the beginning.',
  ],
};
