import type { ProblemTexts } from './problems.ts';

/** The way to the service, its keys, and what its version lacks. */

type Key = Extract<
  keyof ProblemTexts,
  'keys-refused' | 'clock-off' | `service-${string}` | `not-offered.${string}`
>;
type Texts = Pick<ProblemTexts, Key>;

const NOTHING = 'No se cobró nada.';

export const mexicoService: Texts = {
  'keys-refused': [
    'El servicio no acepta las claves de esta tienda.',
    NOTHING,
    'Revise las claves. Si son correctas, pida al servicio que autorice la dirección de esta tienda.',
  ],
  'service-unreachable.no-network': [
    'Esta computadora no tiene conexión a internet.',
    NOTHING,
    'Revise el cable o el wifi e intente de nuevo.',
  ],
  'service-unreachable.name-not-found': [
    'No se encuentra la dirección del servicio.',
    NOTHING,
    'Revise la conexión a internet y la dirección del servicio.',
  ],
  'service-unreachable.refused': [
    'El servicio no abrió la conexión.',
    NOTHING,
    'Espere un momento e intente de nuevo. Revise la dirección si nunca ha funcionado.',
  ],
  'service-unreachable.tls': [
    'No se pudo abrir una conexión segura con el servicio.',
    NOTHING,
    'Revise la fecha de la computadora y el certificado. No siga si no sabe por qué cambió.',
  ],
  'service-unreachable.proxy': [
    'El proxy de la red no dejó pasar la conexión.',
    NOTHING,
    'Revise la dirección del proxy con quien cuida la red.',
  ],
  'service-unreachable.insecure-address': [
    'La dirección del servicio no es segura: debe empezar con https://.',
    NOTHING,
    'Escriba la dirección con https://.',
  ],
  'service-unreachable.other': [
    'No se pudo llegar al servicio.',
    NOTHING,
    'Espere un momento e intente de nuevo. Si se repite, llame a la línea de ayuda.',
  ],
  'service-silent': [
    'El servicio no contestó en {{seconds}} segundos.',
    NOTHING,
    'Intente de nuevo. Si se repite, espere unos minutos.',
  ],
  'service-unreadable': [
    'El servicio contestó algo que no se puede leer.',
    NOTHING,
    'Espere un momento e intente de nuevo. Si se repite, llame a la línea de ayuda.',
  ],
  'clock-off': [
    'El reloj de la computadora difiere {{minutes}} minutos del servicio.',
    NOTHING,
    'Ponga la fecha y la hora correctas en la computadora e intente de nuevo.',
  ],
  'not-offered.top-up-check': [
    'Este servicio no permite revisar una recarga antes de venderla.',
    NOTHING,
    'Confirme el número con el cliente y continúe.',
  ],
  'not-offered.cancel': [
    'Este servicio no permite cancelar pagos.',
    'El pago sigue hecho.',
    'Diga al cliente que lo aclare con la empresa.',
  ],
  'not-offered.linked-bills': [
    'Este servicio no permite guardar cuentas.',
    NOTHING,
    'Pague la cuenta sin guardarla.',
  ],
  'not-offered.drp': [
    'Este servicio no ofrece el pago especial de esta empresa.',
    NOTHING,
    'Espere a que la empresa vuelva a responder.',
  ],
  'not-offered.balance': [
    'Esta empresa no informa el saldo.',
    NOTHING,
    'Pregunte el importe al cliente y escríbalo.',
  ],
  'not-offered.extra-data': [
    'Esta empresa no da más datos de la cuenta.',
    NOTHING,
    'Continúe sin ellos.',
  ],
  'not-offered.cash-out': [
    'Con esta empresa no se puede retirar efectivo.',
    'No entregue dinero.',
    'Diga al cliente que aquí no es posible.',
  ],
  'not-offered.training': [
    'Esta caja no tiene en marcha un servicio de entrenamiento.',
    NOTHING,
    'Las fallas solo se prueban en modo de entrenamiento. Si está en él, reinicie la caja.',
  ],
};

const NOTHING_EN = 'Nothing was charged.';

export const englishService: Texts = {
  'keys-refused': [
    'The service does not accept this shop’s keys.',
    NOTHING_EN,
    'Check the keys. If they are right, ask the service to allow this shop’s address.',
  ],
  'service-unreachable.no-network': [
    'This computer has no internet connection.',
    NOTHING_EN,
    'Check the cable or the wifi and try again.',
  ],
  'service-unreachable.name-not-found': [
    'The service’s address cannot be found.',
    NOTHING_EN,
    'Check the internet connection and the service’s address.',
  ],
  'service-unreachable.refused': [
    'The service did not open the connection.',
    NOTHING_EN,
    'Wait a moment and try again. Check the address if it has never worked.',
  ],
  'service-unreachable.tls': [
    'A secure connection to the service could not be opened.',
    NOTHING_EN,
    'Check the computer’s date and the certificate. Stop here if you do not know why it changed.',
  ],
  'service-unreachable.proxy': [
    'The network’s proxy did not let the connection through.',
    NOTHING_EN,
    'Check the proxy’s address with whoever looks after the network.',
  ],
  'service-unreachable.insecure-address': [
    'The service’s address is not secure: it must begin with https://.',
    NOTHING_EN,
    'Type the address with https://.',
  ],
  'service-unreachable.other': [
    'The service could not be reached.',
    NOTHING_EN,
    'Wait a moment and try again. If it happens again, call the help line.',
  ],
  'service-silent': [
    'The service did not answer within {{seconds}} seconds.',
    NOTHING_EN,
    'Try again. If it happens again, wait a few minutes.',
  ],
  'service-unreadable': [
    'The service answered something that cannot be read.',
    NOTHING_EN,
    'Wait a moment and try again. If it happens again, call the help line.',
  ],
  'clock-off': [
    'The computer’s clock differs from the service’s by {{minutes}} minutes.',
    NOTHING_EN,
    'Set the computer’s date and time and try again.',
  ],
  'not-offered.top-up-check': [
    'This service cannot check a top-up before it is sold.',
    NOTHING_EN,
    'Confirm the number with the customer and go on.',
  ],
  'not-offered.cancel': [
    'This service cannot cancel payments.',
    'The payment stands.',
    'Tell the customer to settle it with the biller.',
  ],
  'not-offered.linked-bills': [
    'This service cannot keep bills.',
    NOTHING_EN,
    'Pay the bill without keeping it.',
  ],
  'not-offered.drp': [
    'This service does not offer the special payment of this biller.',
    NOTHING_EN,
    'Wait until the biller answers again.',
  ],
  'not-offered.balance': [
    'This biller does not tell the balance.',
    NOTHING_EN,
    'Ask the customer for the amount and type it.',
  ],
  'not-offered.extra-data': [
    'This biller gives no further data on the bill.',
    NOTHING_EN,
    'Go on without them.',
  ],
  'not-offered.cash-out': [
    'Cash cannot be taken out with this biller.',
    'Hand out no money.',
    'Tell the customer that it is not possible here.',
  ],
  'not-offered.training': [
    'This till is running no training service.',
    NOTHING_EN,
    'Faults can be tried in training mode alone. If this is training, restart the till.',
  ],
};
