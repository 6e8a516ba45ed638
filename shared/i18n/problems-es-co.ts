import type { ProblemTexts } from './problems.ts';
import { colombiaUpload } from './problems-upload.ts';

const NOTHING = 'No se cobró nada.';

/** Spanish of Colombia: only what is said otherwise than in Mexico. */
export const colombia: Partial<ProblemTexts> = {
  'not-found.order': [
    'El pago que preparó ya no está vigente.',
    NOTHING,
    'Prepárelo otra vez desde el valor.',
  ],
  'service-unreachable.no-network': [
    'Este computador no tiene conexión a internet.',
    NOTHING,
    'Revise el cable o el wifi e intente de nuevo.',
  ],
  'service-unreachable.tls': [
    'No se pudo abrir una conexión segura con el servicio.',
    NOTHING,
    'Revise la fecha del computador y el certificado. No siga si no sabe por qué cambió.',
  ],
  'clock-off': [
    'El reloj del computador difiere {{minutes}} minutos del servicio.',
    NOTHING,
    'Ponga la fecha y la hora correctas en el computador e intente de nuevo.',
  ],
  'not-offered.balance': [
    'Esta empresa no informa el saldo.',
    NOTHING,
    'Pregunte el valor al cliente y escríbalo.',
  ],
  'account-number.characters': [
    'El número de cuenta tiene signos que la empresa no usa{{expected}}.',
    NOTHING,
    'Cópielo otra vez de la factura del cliente.',
  ],
  'account-number.too-short': [
    'Al número de cuenta le faltan dígitos{{expected}}.',
    NOTHING,
    'Compárelo con la factura del cliente.',
  ],
  'account-number.too-long': [
    'Al número de cuenta le sobran dígitos{{expected}}.',
    NOTHING,
    'Compárelo con la factura del cliente.',
  ],
  'account-number.mask': [
    'El número de cuenta no tiene la forma de esta empresa{{expected}}.',
    NOTHING,
    'Compárelo con la factura del cliente.',
  ],
  'account-number.name-required': [
    'Esta empresa pide el nombre del titular.',
    NOTHING,
    'Escriba el nombre como está en la factura.',
  ],
  'amount.below-minimum': [
    'El valor es menor que el mínimo{{limit}}.',
    NOTHING,
    'Escriba un valor mayor.',
  ],
  'amount.too-many-decimals': [
    'El valor tiene más de dos decimales.',
    NOTHING,
    'Escríbalo con dos decimales.',
  ],
  'amount.not-positive': [
    'El valor debe ser mayor que cero.',
    NOTHING,
    'Escriba cuánto va a pagar el cliente.',
  ],
  'amount.above-limit': [
    'El valor pasa del límite del servicio{{limit}}.',
    NOTHING,
    'Escriba un valor menor o pida al cliente que pague en la empresa.',
  ],
  'amount.not-offered': [
    'La empresa no vende este valor.',
    NOTHING,
    'Elija uno de los valores que se muestran.',
  ],
  'amount.wrong-currency': [
    'El valor está en otra moneda.',
    NOTHING,
    'Escríbalo en la moneda que se muestra.',
  ],
  'amount.no-rate': [
    'No hay tasa de cambio para la moneda de esta empresa.',
    NOTHING,
    'Actualice las tasas de cambio e intente de nuevo.',
  ],
  'storage.full': [
    'El disco del computador está lleno: la caja no puede anotar pagos.',
    'No se envió ningún pago nuevo.',
    'Libere espacio en el disco y abra la caja otra vez.',
  ],
  'storage.read-only': [
    'La caja no puede escribir en su carpeta.',
    'No se envió ningún pago nuevo.',
    'Pida a quien cuida el computador que dé permiso de escritura y abra la caja otra vez.',
  ],
  'storage.failed': [
    'No se pudo abrir el libro de pagos de esta caja.',
    'La caja no vende mientras no lo pueda leer.',
    'Apague y prenda el computador. Si se repite, llame a la línea de ayuda.',
  ],
  'printer.unreachable': [
    'La impresora no contesta en su dirección.',
    'Los pagos no cambian.',
    'Revise que esté prendida y conectada a la red.',
  ],
  'printer.no-permission': [
    'El computador no deja usar la impresora.',
    'Los pagos no cambian.',
    'Pida a quien cuida el computador que deje imprimir a este usuario: en Linux, que lo ponga en el grupo «lp» (USB) o «dialout» (serie) y vuelva a entrar.',
  ],
  'printer.no-such-path': [
    'En esa ruta no hay nada.',
    'No se imprimió nada. Los pagos no cambian.',
    'Revise el cable, que la impresora esté prendida y que la ruta esté bien escrita, como /dev/usb/lp0 o COM3.',
  ],
  'printer.folder-closed': [
    'La carpeta de los archivos PDF no deja guardar nada.',
    'No se imprimió nada. Los pagos no cambian.',
    'Pida a quien cuida el computador permiso para escribir en esa carpeta, o elija otra.',
  ],
  'printer.offline': [
    'La impresora está fuera de línea.',
    'El pago no cambia: imprimir no cobra.',
    'Oprima su botón de línea o apáguela y préndala.',
  ],
  'printer.error': [
    'La impresora informa una falla.',
    'El pago no cambia: imprimir no cobra.',
    'Apáguela y préndala. Revise que el papel no esté trabado.',
  ],
  'setting.backup-folder': [
    'No se puede escribir en la carpeta del respaldo.',
    'No se guardó nada.',
    'Revise que la carpeta exista y que este computador pueda guardar en ella.',
  ],
  'key-store-locked': [
    'El llavero de este computador no se abrió: la caja no puede leer las claves que guardó.',
    'Los ajustes no cambiaron.',
    'Desbloquee el llavero de la cuenta del computador, cierre la caja y ábrala otra vez.',
  ],
  'no-key-store': [
    'Este computador no tiene dónde guardar las claves de producción con seguridad.',
    'Las claves no se guardaron.',
    'Use la aplicación instalada en una cuenta con llavero, o prepare la caja en pruebas.',
  ],
  'shift.needed': [
    'No hay un turno abierto.',
    'No se movió dinero.',
    'Abra el turno con su base y continúe.',
  ],
  'shift.closed': ['Este turno ya está cerrado.', 'Sus totales no cambian.', 'Vea su cierre Z.'],
  'shift.report-gone': [
    'Este cierre se mostró hace rato.',
    'No se imprimió nada.',
    'Abra el cierre otra vez e imprímalo.',
  ],
  ...colombiaUpload,
};
