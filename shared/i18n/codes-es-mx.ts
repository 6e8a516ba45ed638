import type { CodeTexts } from './codes.ts';

const CHECK = 'Revise el número con el cliente.';
const LATER = 'Intente otra vez en unos minutos.';
const AT_BILLER = 'El cliente debe acudir en persona a {{biller}}.';
const CALL = 'Llame a la línea de ayuda y diga el código.';
const OWNER = 'Avise al dueño de la tienda.';
const ASK_AMOUNT = 'Pida al cliente el importe que viene en su recibo.';
const CLEAR_UP = 'Diga al cliente que aclare el pago con {{biller}}.';
const SMALLER = 'Ofrezca al cliente pagar una cantidad menor.';
const WAIT_FOR_RESULT = 'La caja está preguntando al servicio. Espere el resultado.';

/** Spanish of Mexico: the first language, and whole. */
export const codesEsMx: CodeTexts = {
  biller: 'la empresa',
  codes: {
    R1: [
      'El número de cuenta no tiene los dígitos que pide {{biller}}.',
      'Cuente los dígitos con el cliente y escriba el número otra vez.',
    ],
    R2: ['La cuenta no existe en {{biller}}.', CHECK],
    R3: ['{{biller}} no acepta este importe.', 'Acuerde otro importe con el cliente.'],
    R4: ['{{biller}} no reconoce esta cuenta.', CHECK],
    R5: [
      'El número de teléfono no es válido.',
      'Pida al cliente que le dicte el número otra vez, con todos sus dígitos.',
    ],
    R6: [
      'El servicio no reconoce a {{biller}}.',
      'Busque la empresa otra vez. Si se repite, llame a la línea de ayuda.',
    ],
    R7: [
      'La cuenta existe en {{biller}}, pero no se puede pagar por este medio.',
      'El cliente debe pagar directamente en {{biller}}.',
    ],
    R8: [
      'Esta cuenta ya está pagada en {{biller}}.',
      'Diga al cliente que no tiene nada que pagar. Si lo duda, que pregunte a {{biller}}.',
    ],
    R9: ['Hubo un error inesperado con {{biller}}; los datos estaban bien.', LATER],
    R10: [
      'Esta cuenta no es de {{biller}}.',
      'Vea el nombre de la empresa en el recibo del cliente y búsquela otra vez.',
    ],
    R11: [
      '{{biller}} pide que se pague el total.',
      'Consulte el saldo y cobre el importe completo.',
    ],
    R12: [
      'Este pago ya se había hecho antes.',
      'Búsquelo en el historial (F8). No lo cobre otra vez.',
    ],
    R13: [
      '{{biller}} pide el nombre del titular de la cuenta.',
      'Escriba el nombre como viene en el recibo del cliente e intente otra vez.',
    ],
    R14: ['El importe pasa del máximo, que son 1500 dólares.', SMALLER],
    R15: ['El saldo de la cuenta es cero.', 'Diga al cliente que no tiene nada que pagar.'],
    R16: ['No se pudo consultar la cuenta en {{biller}}.', LATER],
    R17: ['No hay recargas de este importe.', 'Elija uno de los importes que se ofrecen.'],
    R18: [
      'Este número llegó al límite de recargas del día.',
      'El cliente puede hacer otra recarga mañana.',
    ],
    R19: ['Por ahora no se puede pagar a {{biller}}.', LATER],
    R20: ['{{biller}} tardó demasiado en responder a la consulta.', LATER],
    R21: ['El servicio tiene mal configurada a {{biller}}.', CALL],
    R22: ['{{biller}} está en mantenimiento.', 'Pida al cliente que vuelva más tarde.'],
    R23: [
      'No hay ningún pago que cancelar.',
      'Revise en el historial (F8) que sea el pago correcto.',
    ],
    R24: ['{{biller}} tardó demasiado en responder.', LATER],
    R25: [
      'No se pudo hacer la cancelación.',
      'Intente otra vez en unos minutos. Si se repite, llame a la línea de ayuda.',
    ],
    R26: ['Los pagos a {{biller}} no se pueden cancelar.', CLEAR_UP],
    R27: [
      'El recibo del cliente está vencido.',
      'El cliente debe pagar directamente en {{biller}}.',
    ],
    R28: [
      'El número de cuenta no es válido: debe empezar con 401, 501 o 601.',
      'Revise con el cliente los tres primeros dígitos.',
    ],
    R29: [
      '{{biller}} devolvió un error con esta cuenta.',
      'Revise el número con el cliente. Si está bien, intente más tarde.',
    ],
    R30: [
      'La cuenta es de otra empresa y no de {{biller}}.',
      'Vea el nombre de la empresa en el recibo del cliente y búsquela otra vez.',
    ],
    R31: [
      'Este número de teléfono ya no está activo.',
      'Revise el número con el cliente o pídale otro.',
    ],
    R32: [
      'El pago es menor que el mínimo, que son 185 pesos mexicanos.',
      'Ofrezca al cliente pagar 185 pesos o más.',
    ],
    R33: [
      'El servicio detuvo la operación por sospecha de fraude.',
      'No la repita. Pida al cliente que acuda a {{biller}} y llame a la línea de ayuda.',
    ],
    R34: [
      'La moneda del pago no es la que recibe {{biller}}.',
      'No lo repita. Llame a la línea de ayuda y diga el código.',
    ],
    R35: ['Falló por un momento la comunicación con {{biller}}.', LATER],
    R36: [
      'Hace menos de una hora se envió un pago igual a esta cuenta.',
      'Búsquelo en el historial (F8). Si el cliente quiere pagar otra vez, espere una hora.',
    ],
    R37: [
      'Esta cuenta tiene pagos automáticos.',
      'Diga al cliente que ya se cobra sola. Si quiere cambiarlo, que acuda a {{biller}}.',
    ],
    R41: ['El importe es menor que lo que se debe.', 'Cobre al menos el saldo completo.'],
    R42: [
      'La cuenta es válida, pero aún no tiene saldo por pagar.',
      'El cliente puede volver cuando le llegue su recibo.',
    ],
    R43: [
      'El código de barras no tiene la forma correcta.',
      'Escriba el número de cuenta en lugar del código de barras.',
    ],
    R44: ['{{biller}} no permite que este cliente pague aquí.', AT_BILLER],
    R45: [
      'Esta cuenta llegó al máximo de pagos de hoy.',
      'El cliente puede pagar mañana, o directamente en {{biller}}.',
    ],
    R46: ['No se puede obtener el saldo de esta cuenta.', AT_BILLER],
    R47: ['No hay conexión con {{biller}}.', LATER],
    R48: ['{{biller}} no pudo hacer la operación.', LATER],
    R49: [
      'Esta operación ya se había enviado antes.',
      'Búsquela en el historial (F8). No la cobre otra vez.',
    ],
    R50: [
      'Hace menos de 5 minutos se envió otro pago a esta cuenta.',
      'Búsquelo en el historial (F8). Si es un pago distinto, espere 5 minutos.',
    ],
    R99: ['El servicio tuvo un error que no explica.', LATER],
    R100: [
      'La tienda no tiene saldo suficiente en el servicio.',
      'Avise al dueño de la tienda: hay que abonar saldo.',
    ],
    R101: ['{{biller}} no permite consultar el saldo.', ASK_AMOUNT],
    R102: [
      'Al servicio le faltó un dato, o no lo entendió.',
      'Revise lo escrito. Si se repite, llame a la línea de ayuda.',
    ],
    R103: [
      'Este pago ya estaba cancelado.',
      'Búsquelo en el historial (F8) antes de devolver dinero.',
    ],
    R104: ['El servicio no reconoce esta suscripción.', CALL],
    R105: ['Solo se cancelan pagos del mismo día.', CLEAR_UP],
    R106: ['Ya pasó el tiempo para cancelar este pago.', CLEAR_UP],
    R114: ['El importe pasa del máximo, que son 2500 dólares.', SMALLER],
    R115: ['El servicio no acepta el número de esta caja.', OWNER],
    R117: ['La tienda no tiene contratada a {{biller}}.', OWNER],
    R118: ['{{biller}} no admite pagos automáticos.', 'Pague la cuenta de la forma normal.'],
    R119: ['{{biller}} no permite seguir el saldo de una cuenta.', ASK_AMOUNT],
    R121: ['Hubo un problema al consultar el saldo en {{biller}}.', LATER],
    R122: ['{{biller}} aún no tiene listo el saldo.', 'Pida al cliente que vuelva más tarde.'],
    R124: [
      'Con {{biller}} no se puede retirar efectivo.',
      'Revise que sea la empresa correcta. Si lo es, el cliente debe ir a otro lugar.',
    ],
    R125: [
      'Con {{biller}} no se puede depositar efectivo.',
      'Revise que sea la empresa correcta. Si lo es, el cliente debe ir a otro lugar.',
    ],
    R126: [
      'La operación no se hizo: pasa del límite permitido.',
      'Lea al cliente el mensaje del servicio. El cliente debe acudir a una sucursal del banco.',
    ],
    R127: ['La operación no se hizo.', 'Lea al cliente el mensaje del servicio.'],
    R200: [
      'El procesador de pagos dice que todo está bien, pero no confirma la operación.',
      'Intente otra vez. Si se repite, llame a la línea de ayuda.',
    ],
    R201: ['El procesador de pagos no da acceso a {{biller}}.', CALL],
    R202: ['El procesador de pagos no da el saldo de {{biller}}.', ASK_AMOUNT],
    R299: ['El procesador de pagos tuvo un error que no explica.', LATER],
  },
  statuses: {
    200: ['El servicio respondió, pero la caja no entiende la respuesta.', LATER],
    400: [
      'El servicio no entendió la petición de la caja.',
      'Revise lo escrito. Si se repite, llame a la línea de ayuda.',
    ],
    401: [
      'El servicio no acepta las claves de la tienda.',
      'Revise la hora de este equipo y avise al dueño de la tienda.',
    ],
    403: ['La tienda no tiene permiso para esta operación.', OWNER],
    404: [
      'El servicio no encontró lo que se le pidió.',
      'Revise la empresa y el número de cuenta. Si se repite, llame a la línea de ayuda.',
    ],
    422: [
      'El servicio no aceptó la operación y no dijo por qué.',
      'Revise los datos con el cliente. Si se repite, llame a la línea de ayuda.',
    ],
    429: [
      'El servicio tiene demasiadas peticiones en este momento.',
      'Espere un minuto e intente otra vez.',
    ],
    500: ['El servicio tuvo un error.', LATER],
    503: ['El servicio no está disponible por ahora.', LATER],
    other: ['El servicio dio una respuesta que la caja no conoce.', CALL],
  },
  unknownCode: ['El servicio dio un aviso que la caja no conoce.', CALL],
  money: {
    'look-up': {
      refused: 'No se movió dinero: solo era una consulta.',
      earlier: 'No se movió dinero: solo era una consulta.',
      open: 'No se movió dinero: solo era una consulta.',
    },
    payment: {
      refused: 'El pago no se hizo y no se movió dinero. El efectivo es del cliente.',
      earlier: 'Este intento no movió dinero. Puede haber un pago anterior que sí lo hizo.',
      open: 'Todavía no se sabe si el pago se hizo.',
    },
    'cash-out': {
      refused: 'El retiro no se hizo y no se movió dinero. No entregue efectivo.',
      earlier:
        'Este intento no movió dinero. Puede haber un retiro anterior. No entregue efectivo.',
      open: 'Todavía no se sabe si el retiro se hizo. No entregue efectivo.',
    },
    cancel: {
      refused: 'La cancelación no se hizo: el pago sigue como estaba. No devuelva dinero.',
      earlier: 'Este intento no movió dinero. La cancelación se había hecho antes.',
      open: 'Todavía no se sabe si el pago se canceló. No devuelva dinero.',
    },
    bill: {
      refused: 'No se movió dinero.',
      earlier: 'No se movió dinero.',
      open: 'No se movió dinero.',
    },
  },
  whileOpen: {
    'look-up': null,
    payment: `No haga nada con el dinero: no lo devuelva ni cobre otra vez. ${WAIT_FOR_RESULT}`,
    'cash-out': `No haga nada con el dinero y no repita el retiro. ${WAIT_FOR_RESULT}`,
    cancel: `No haga nada con el dinero y no cancele otra vez. ${WAIT_FOR_RESULT}`,
    bill: null,
  },
};
