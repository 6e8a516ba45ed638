import type { CodeTextsDifference } from './codes.ts';

const ASK_AMOUNT = 'Pida al cliente el valor que aparece en su factura.';
const FIND_BILLER = 'Mire el nombre de la empresa en la factura del cliente y búsquela otra vez.';

/** Spanish of Colombia: a bill is a «factura», an amount a «valor», a mobile a «celular». */
export const codesEsCo: CodeTextsDifference = {
  codes: {
    R3: ['{{biller}} no acepta este valor.', 'Acuerde otro valor con el cliente.'],
    R5: [
      'El número de celular no es válido.',
      'Pida al cliente que le dicte el número otra vez, con todos sus dígitos.',
    ],
    R10: ['Esta cuenta no es de {{biller}}.', FIND_BILLER],
    R11: ['{{biller}} pide que se pague el total.', 'Consulte el saldo y cobre el valor completo.'],
    R13: [
      '{{biller}} pide el nombre del titular de la cuenta.',
      'Escriba el nombre como aparece en la factura del cliente e intente otra vez.',
    ],
    R14: [
      'El valor pasa del máximo, que son 1500 dólares.',
      'Ofrezca al cliente pagar una cantidad menor.',
    ],
    R17: ['No hay recargas de este valor.', 'Elija uno de los valores que se ofrecen.'],
    R27: [
      'La factura del cliente está vencida.',
      'El cliente debe pagar directamente en {{biller}}.',
    ],
    R30: ['La cuenta es de otra empresa y no de {{biller}}.', FIND_BILLER],
    R31: [
      'Este número de celular ya no está activo.',
      'Revise el número con el cliente o pídale otro.',
    ],
    R41: ['El valor es menor que lo que se debe.', 'Cobre al menos el saldo completo.'],
    R42: [
      'La cuenta es válida, pero aún no tiene saldo por pagar.',
      'El cliente puede volver cuando le llegue su factura.',
    ],
    R101: ['{{biller}} no permite consultar el saldo.', ASK_AMOUNT],
    R114: [
      'El valor pasa del máximo, que son 2500 dólares.',
      'Ofrezca al cliente pagar una cantidad menor.',
    ],
    R119: ['{{biller}} no permite seguir el saldo de una cuenta.', ASK_AMOUNT],
    R202: ['El procesador de pagos no da el saldo de {{biller}}.', ASK_AMOUNT],
  },
};
