import type { ProblemTexts } from './problems.ts';
import { mexicoCare } from './problems-care.ts';
import { mexicoUpload } from './problems-upload.ts';

const NOTHING = 'No se cobró nada.';
const CALL = 'Llame a la línea de ayuda y diga el código.';

/** Spanish of Mexico: the first language, and whole. */
export const mexico: ProblemTexts = {
  'invalid-input': [
    'La caja no entendió el dato «{{field}}».',
    NOTHING,
    'Revise lo escrito e intente de nuevo. Si se repite, llame a la línea de ayuda.',
  ],
  'not-signed-in': ['Nadie ha entrado en la caja.', NOTHING, 'Elija su nombre y escriba su PIN.'],
  'not-allowed': [
    'Su puesto no permite hacer esto.',
    NOTHING,
    'Pida a un supervisor o al dueño que lo haga.',
  ],
  'not-set-up': ['Esta caja aún no está preparada.', NOTHING, 'Prepárela con el asistente.'],
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
    'No se cambió nada.',
    'Nombre antes a otro dueño.',
  ],
  'staff.yourself': [
    'Nadie puede desactivarse a sí mismo.',
    'No se cambió nada.',
    'Pídalo a otra persona con permiso.',
  ],
  'staff.pin-taken': [
    'Ese PIN ya lo usa otra persona que autoriza.',
    'No se cambió nada.',
    'Elija otro PIN.',
  ],
  'staff.pin-obvious': [
    'Ese PIN se adivina al primer intento.',
    'No se cambió nada.',
    'Quien autoriza necesita un PIN que no sea 1111, 1234 ni parecido.',
  ],
  'staff.pin-needed': [
    'Quien empieza a autorizar necesita un PIN nuevo.',
    'No se cambió nada.',
    'Escriba un PIN nuevo dos veces.',
  ],
  'staff.id-taken': [
    'Esa clave ya es de otra persona, aunque esté desactivada.',
    'No se cambió nada.',
    'Escriba otra clave o deje el campo vacío.',
  ],
  'staff.not-locked-out': [
    'Este nombre no está bloqueado.',
    'No se cambió nada.',
    'Puede entrar con su PIN.',
  ],
  'not-found.biller': [
    'Esta empresa no está en la lista.',
    NOTHING,
    'Búsquela de nuevo por su nombre.',
  ],
  'not-found.payment': [
    'Este pago no está en los registros de la caja.',
    'La caja no movió dinero.',
    'Búsquelo en los recibos (F8) o en los pagos por resolver (F9).',
  ],
  'not-found.order': [
    'El pago que preparó ya no está vigente.',
    NOTHING,
    'Prepárelo otra vez desde el importe.',
  ],
  'not-found.cashier': [
    'Esta persona ya no está en la lista.',
    NOTHING,
    'Elija otro nombre o llame al dueño.',
  ],
  'not-found.print-job': [
    'Este recibo ya no está en la impresora.',
    'El pago no cambia: imprimir no cobra.',
    'Búsquelo en los recibos (F8) e imprima una copia.',
  ],
  'not-found.bill': ['Esta cuenta guardada ya no existe.', NOTHING, 'Búsquela de nuevo.'],
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
  'account-number.empty': ['Falta el número de cuenta.', NOTHING, 'Escríbalo.'],
  'account-number.characters': [
    'El número de cuenta tiene signos que la empresa no usa{{expected}}.',
    NOTHING,
    'Cópielo otra vez del recibo del cliente.',
  ],
  'account-number.too-short': [
    'Al número de cuenta le faltan dígitos{{expected}}.',
    NOTHING,
    'Compárelo con el recibo del cliente.',
  ],
  'account-number.too-long': [
    'Al número de cuenta le sobran dígitos{{expected}}.',
    NOTHING,
    'Compárelo con el recibo del cliente.',
  ],
  'account-number.mask': [
    'El número de cuenta no tiene la forma de esta empresa{{expected}}.',
    NOTHING,
    'Compárelo con el recibo del cliente.',
  ],
  'account-number.name-required': [
    'Esta empresa pide el nombre del titular.',
    NOTHING,
    'Escriba el nombre como está en el recibo.',
  ],
  'amount.below-minimum': [
    'El importe es menor que el mínimo{{limit}}.',
    NOTHING,
    'Escriba un importe mayor.',
  ],
  'amount.too-many-decimals': [
    'El importe tiene más de dos decimales.',
    NOTHING,
    'Escríbalo con dos decimales.',
  ],
  'amount.not-positive': [
    'El importe debe ser mayor que cero.',
    NOTHING,
    'Escriba cuánto va a pagar el cliente.',
  ],
  'amount.above-limit': [
    'El importe pasa del límite del servicio{{limit}}.',
    NOTHING,
    'Escriba un importe menor o pida al cliente que pague en la empresa.',
  ],
  'amount.not-the-balance': [
    'Esta empresa solo acepta el saldo completo{{limit}}.',
    NOTHING,
    'Cobre el saldo completo o no pague.',
  ],
  'amount.below-the-balance': [
    'Esta empresa no acepta menos que el saldo{{limit}}.',
    NOTHING,
    'Cobre por lo menos el saldo o no pague.',
  ],
  'amount.not-offered': [
    'La empresa no vende este importe.',
    NOTHING,
    'Elija uno de los importes que se muestran.',
  ],
  'amount.balance-first': [
    'Con esta empresa hay que consultar el saldo antes de pagar.',
    NOTHING,
    'Consulte el saldo y continúe.',
  ],
  'amount.cash-too-little': [
    'El efectivo no alcanza{{limit}}.',
    NOTHING,
    'Pida al cliente lo que falta.',
  ],
  'amount.wrong-currency': [
    'El importe está en otra moneda.',
    NOTHING,
    'Escríbalo en la moneda que se muestra.',
  ],
  'amount.no-rate': [
    'No hay tipo de cambio para la moneda de esta empresa.',
    NOTHING,
    'Actualice los tipos de cambio e intente de nuevo.',
  ],
  'biller-unusable.gone': [
    'Esta empresa salió de la lista del servicio.',
    NOTHING,
    'Diga al cliente que por ahora no se puede pagar aquí.',
  ],
  'biller-unusable.no-currency': [
    'El servicio no dice en qué moneda cobra esta empresa.',
    NOTHING,
    'No se puede pagar aquí. Avise a la línea de ayuda.',
  ],
  'biller-unusable.wrong-kind': [
    'Esta empresa se paga de otra manera.',
    NOTHING,
    'Búsquela en la venta que le corresponde.',
  ],
  held: [
    'Hay un pago de esta misma cuenta que aún no se sabe si entró.',
    'No cobre otra vez mientras no se sepa.',
    'Abra los pagos por resolver (F9) y espere el resultado.',
  ],
  'payment-state': [
    'En este momento no se puede hacer esto con el pago.',
    'El pago no cambió.',
    'Mire su estado en los pagos por resolver (F9).',
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
  provisioning: [
    'El archivo de preparación tiene un error en «{{field}}»: {{reason}}.',
    'No se guardó nada.',
    'Corrija ese campo del archivo y elíjalo otra vez.',
  ],
  'provisioning-incomplete': [
    'Al archivo de preparación le falta: {{fields}}.',
    'No se guardó nada.',
    'Complete esos campos en el archivo y elíjalo otra vez.',
  ],
  'stale-settings': [
    'Otra persona cambió los ajustes mientras usted los veía.',
    'No se guardó nada.',
    'Vea cómo están ahora y haga el cambio otra vez.',
  ],
  'setting.logo-unreadable': [
    'No se pudo leer el archivo del logotipo.',
    'No se guardó nada.',
    'Revise la ruta. El archivo puede tener 1 MB cuando más.',
  ],
  'setting.logo-not-png': [
    'El archivo del logotipo no es una imagen PNG, está dañado o pasa de 2,048 puntos por lado.',
    'No se guardó nada.',
    'Elija otra imagen PNG.',
  ],
  'setting.ca-unreadable': [
    'No se pudo leer el archivo del certificado.',
    'No se guardó nada.',
    'Revise la ruta del archivo.',
  ],
  'setting.ca-not-pem': [
    'El archivo no es un certificado en formato PEM.',
    'No se guardó nada.',
    'Pida el certificado en PEM a quien se lo dio.',
  ],
  'setting.address-not-https': [
    'La dirección del servicio no empieza con https://.',
    'No se guardó nada.',
    'Escriba la dirección completa, con https:// al principio.',
  ],
  'setting.address-with-password': [
    'En la dirección del servicio hay un nombre o una contraseña.',
    'No se guardó nada.',
    'Escriba la dirección sin eso: las claves tienen sus propios campos.',
  ],
  'setting.proxy-address': [
    'La dirección del proxy no se entiende.',
    'No se guardó nada.',
    'Escríbala como http://192.168.1.1:8080.',
  ],
  'setting.keys-missing': [
    'Faltan las claves del servicio.',
    'No se guardó nada.',
    'Escriba la clave de acceso y la clave secreta.',
  ],
  'setting.sftp-key-unreadable': [
    'No se pudo leer el archivo de la llave.',
    'No se guardó nada.',
    'Revise la ruta del archivo.',
  ],
  'setting.sftp-key-not-a-key': [
    'Eso no es una llave privada de SSH sin contraseña.',
    'No se guardó nada.',
    'Elija la llave privada, en formato PEM u OpenSSH.',
  ],
  'setting.sftp-secret-missing': [
    'Falta la contraseña o la llave para entrar al servidor.',
    'No se guardó nada.',
    'Escriba la contraseña o elija la llave privada.',
  ],
  'setting.backup-folder': [
    'No se puede escribir en la carpeta del respaldo.',
    'No se guardó nada.',
    'Revise que la carpeta exista y que esta computadora pueda guardar en ella.',
  ],
  'no-key-store': [
    'Esta computadora no tiene dónde guardar las claves de producción con seguridad.',
    'Las claves no se guardaron.',
    'Use la aplicación instalada en una cuenta con llavero, o prepare la caja en pruebas.',
  ],
  internal: [
    'La caja tuvo una falla propia.',
    'Si estaba pagando, no cobre otra vez: mire primero los pagos por resolver (F9).',
    CALL,
  ],
  'shift.needed': ['No hay un turno abierto.', NOTHING, 'Abra el turno con su fondo y continúe.'],
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
  ...mexicoCare,
  ...mexicoUpload,
};
