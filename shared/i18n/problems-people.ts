import type { ProblemTexts } from './problems.ts';

/** Who is at the till, and who may. */

type Key = Extract<
  keyof ProblemTexts,
  | 'not-signed-in'
  | 'not-allowed'
  | `wrong-pin${string}`
  | 'wait'
  | `locked-out${string}`
  | `staff.${string}`
>;
type Texts = Pick<ProblemTexts, Key>;

/** Also where a payment is known to be paid, or not known yet: it is said of what was tried alone. */
const NOTHING = 'No se cambió nada.';

export const mexicoPeople: Texts = {
  'not-signed-in': ['Nadie ha entrado en la caja.', NOTHING, 'Elija su nombre y escriba su PIN.'],
  'not-allowed': [
    'Su puesto no permite hacer esto.',
    NOTHING,
    'Pida a un supervisor o al dueño que lo haga.',
  ],
  'wrong-pin': ['El PIN no es correcto.', NOTHING, 'Escríbalo otra vez, con calma.'],
  'wrong-pin-wait': [
    'El PIN no es correcto.',
    NOTHING,
    'Espere {{seconds}} segundos y escríbalo otra vez.',
  ],
  wait: [
    'Hubo varios intentos seguidos con un PIN incorrecto.',
    NOTHING,
    'Espere {{seconds}} segundos antes del siguiente intento.',
  ],
  'locked-out': [
    'Hubo demasiados PIN incorrectos seguidos: este nombre está bloqueado.',
    NOTHING,
    'Un supervisor o el dueño lo desbloquea con su propio PIN.',
  ],
  'locked-out-owner': [
    'Hubo demasiados PIN incorrectos seguidos: este nombre está bloqueado.',
    NOTHING,
    'Otro dueño lo desbloquea con su PIN, o se abre solo en {{minutes}} minutos con la caja encendida.',
  ],
  'staff.last-owner': [
    'Es el único dueño activo de esta caja.',
    NOTHING,
    'Nombre antes a otro dueño.',
  ],
  'staff.yourself': [
    'Nadie puede desactivarse a sí mismo.',
    NOTHING,
    'Pídalo a otra persona con permiso.',
  ],
  'staff.pin-taken': ['Ese PIN ya lo usa otra persona que autoriza.', NOTHING, 'Elija otro PIN.'],
  'staff.pin-obvious': [
    'Ese PIN se adivina al primer intento.',
    NOTHING,
    'Quien autoriza necesita un PIN que no sea 1111, 1234 ni parecido.',
  ],
  'staff.pin-needed': [
    'Quien empieza a autorizar necesita un PIN nuevo.',
    NOTHING,
    'Escriba un PIN nuevo dos veces.',
  ],
  'staff.id-taken': [
    'Esa clave ya es de otra persona, aunque esté desactivada.',
    NOTHING,
    'Escriba otra clave o deje el campo vacío.',
  ],
  'staff.not-locked-out': ['Este nombre no está bloqueado.', NOTHING, 'Puede entrar con su PIN.'],
};

const NOTHING_EN = 'Nothing was changed.';

export const englishPeople: Texts = {
  'not-signed-in': ['Nobody is signed in.', NOTHING_EN, 'Choose your name and type your PIN.'],
  'not-allowed': [
    'Your role does not allow this.',
    NOTHING_EN,
    'Ask a supervisor or the owner to do it.',
  ],
  'wrong-pin': ['The PIN is not right.', NOTHING_EN, 'Type it again, without hurry.'],
  'wrong-pin-wait': [
    'The PIN is not right.',
    NOTHING_EN,
    'Wait {{seconds}} seconds and type it again.',
  ],
  wait: [
    'There were several tries in a row with a wrong PIN.',
    NOTHING_EN,
    'Wait {{seconds}} seconds before the next try.',
  ],
  'locked-out': [
    'There were too many wrong PINs in a row: this name is locked out.',
    NOTHING_EN,
    'A supervisor or the owner lets it in again with their own PIN.',
  ],
  'locked-out-owner': [
    'There were too many wrong PINs in a row: this name is locked out.',
    NOTHING_EN,
    'Another owner lets it in again with a PIN, or it ends by itself after {{minutes}} minutes with the till on.',
  ],
  'staff.last-owner': [
    'This is the only active owner of this till.',
    NOTHING_EN,
    'Make somebody else an owner first.',
  ],
  'staff.yourself': ['Nobody can disable themselves.', NOTHING_EN, 'Ask somebody else who may.'],
  'staff.pin-taken': [
    'Somebody else who approves has that PIN.',
    NOTHING_EN,
    'Choose another PIN.',
  ],
  'staff.pin-obvious': [
    'That PIN is guessed at the first try.',
    NOTHING_EN,
    'Whoever approves needs a PIN unlike 1111 or 1234.',
  ],
  'staff.pin-needed': [
    'Whoever begins to approve needs a new PIN.',
    NOTHING_EN,
    'Type a new PIN twice.',
  ],
  'staff.id-taken': [
    'That id is somebody else’s, even if disabled.',
    NOTHING_EN,
    'Type another id, or leave the field empty.',
  ],
  'staff.not-locked-out': ['This name is not locked out.', NOTHING_EN, 'Sign in with the PIN.'],
};
