import type { ProblemTexts } from './problems.ts';

/** What can go wrong with the daily file and its server, in the three languages. */

type Key = Extract<keyof ProblemTexts, `upload.${string}` | `daily-file.${string}`>;
type Texts = Pick<ProblemTexts, Key>;

export const mexicoUpload: Texts = {
  'upload.not-set': [
    'Esta caja no tiene puesto el servidor del archivo diario.',
    'Los pagos no cambian.',
    'Póngalo en los ajustes: servidor, usuario y contraseña o llave.',
  ],
  'upload.no-secret': [
    'La caja no tiene la contraseña ni la llave del servidor.',
    'Los pagos no cambian.',
    'Escríbala otra vez en los ajustes.',
  ],
  'upload.bad-key': [
    'La llave privada no se puede leer, o pide una contraseña.',
    'Los pagos no cambian.',
    'Ponga en los ajustes una llave OpenSSH o PEM sin contraseña.',
  ],
  'upload.name-not-found': [
    'No se encuentra el servidor por su nombre.',
    'Los pagos no cambian.',
    'Revise el nombre en los ajustes y la conexión a internet.',
  ],
  'upload.refused': [
    'El servidor no acepta la conexión.',
    'Los pagos no cambian.',
    'Revise el nombre y el puerto en los ajustes. La caja intenta otra vez sola.',
  ],
  'upload.unreachable': [
    'No se puede llegar al servidor.',
    'Los pagos no cambian.',
    'Revise la conexión a internet. La caja intenta otra vez sola.',
  ],
  'upload.silent': [
    'El servidor no contesta.',
    'Los pagos no cambian.',
    'Puede seguir cobrando. La caja intenta otra vez sola.',
  ],
  'upload.not-sftp': [
    'Lo que contesta no es un servidor SFTP.',
    'Los pagos no cambian.',
    'Revise el nombre y el puerto en los ajustes.',
  ],
  'upload.host-key-new': [
    'Es la primera conexión con este servidor y nadie ha confirmado su huella{{fingerprint}}. No se envió nada.',
    'Los pagos no cambian.',
    'Compare la huella con la que le dio el servicio y confírmela en Archivo diario.',
  ],
  'upload.host-key-changed': [
    'El servidor muestra otra huella que la confirmada{{fingerprint}}. No se envió nada.',
    'Los pagos no cambian.',
    'No siga: llame al servicio y pregunte si cambió su servidor. Confirme la nueva solo si se la dan igual.',
  ],
  'upload.login-refused': [
    'El servidor no acepta el usuario con esa contraseña o llave.',
    'Los pagos no cambian.',
    'Revise en los ajustes lo que le dio el servicio.',
  ],
  'upload.no-folder': [
    'La carpeta no está en el servidor.',
    'Los pagos no cambian.',
    'Revise la carpeta en los ajustes o pregunte al servicio.',
  ],
  'upload.no-permission': [
    'El servidor no deja escribir en la carpeta.',
    'Los pagos no cambian.',
    'Pida permiso al servicio para esa carpeta.',
  ],
  'upload.no-room': [
    'El servidor no pudo guardar el archivo; lo más común es que no tenga espacio.',
    'Los pagos no cambian.',
    'Avise al servicio. La caja intenta otra vez sola.',
  ],
  'upload.broke-off': [
    'La conexión se cortó a la mitad. Con su nombre no quedó nada a medias.',
    'Los pagos no cambian.',
    'La caja intenta otra vez sola.',
  ],
  'upload.size-differs': [
    'Lo que llegó al servidor no tiene el tamaño del archivo.',
    'Los pagos no cambian.',
    'La caja intenta otra vez sola. Si se repite, avise al servicio.',
  ],
  'upload.another-file': [
    'En el servidor ya hay otro archivo con ese nombre. No se tocó.',
    'Los pagos no cambian.',
    'Pregunte al servicio quién lo puso. Si vale, marque el día como entregado; si no, pida que lo quiten y envíe otra vez.',
  ],
  'upload.answer-lost': [
    'La conexión se cortó justo cuando el servidor tomaba el archivo. No se sabe si llegó.',
    'Los pagos no cambian.',
    'No lo mande por otro lado. La caja mira sola si está, y no lo envía dos veces.',
  ],
  'upload.may-have-arrived': [
    'No se sabe si el archivo llegó: en el envío anterior se perdió la respuesta, y en el servidor no está ni completo ni a medias. Hay servicios que lo recogen al llegar.',
    'Los pagos no cambian.',
    'Pregunte al servicio si lo tiene. Si lo tiene, marque el día como entregado; si no, envíelo otra vez.',
  ],
  'upload.server-error': [
    'El servidor contestó con un error.',
    'Los pagos no cambian.',
    'La caja intenta otra vez sola. Si se repite, avise al servicio.',
  ],
  'upload.stopped': [
    'La caja se cerró mientras enviaba.',
    'Los pagos no cambian.',
    'Al abrir, la caja intenta otra vez sola.',
  ],
  'daily-file.day-not-over': [
    'Ese día todavía no termina.',
    'Los pagos no cambian.',
    'Espere a que termine: el archivo lleva el día completo.',
  ],
  'daily-file.not-this-till': [
    'Esta caja no envía el archivo de ese día.',
    'Los pagos no cambian.',
    'Envíelo desde la caja que lo hace, o guárdelo en otro lugar.',
  ],
  'daily-file.already-uploaded': [
    'El archivo de ese día ya se envió y no cambia.',
    'Los pagos no cambian.',
    'No hace falta hacer nada.',
  ],
  'daily-file.settled': [
    'Ese día está marcado como entregado y no se envía.',
    'Los pagos no cambian.',
    'Si el servicio no tiene el archivo, abra el día y diga que no se entregó.',
  ],
  'daily-file.not-settled': [
    'Ese día no está marcado como entregado.',
    'Los pagos no cambian.',
    'Abra la lista otra vez y mire cómo está.',
  ],
  'daily-file.busy': [
    'La caja ya está enviando un archivo.',
    'Los pagos no cambian.',
    'Espere a que termine.',
  ],
  'daily-file.file-changed': [
    'La copia del archivo en esta computadora falta o ya no es la que se hizo.',
    'Los pagos no cambian.',
    'No la use. Guarde la carpeta de la caja y llame a la línea de ayuda.',
  ],
  'daily-file.name-taken': [
    'En esa carpeta ya hay otro archivo con ese nombre. No se tocó.',
    'Los pagos no cambian.',
    'Elija otra carpeta o quite el archivo que está.',
  ],
  'daily-file.no-folder': [
    'Esa carpeta no está.',
    'Los pagos no cambian.',
    'Revise la ruta o conecte el disco.',
  ],
  'daily-file.clock-unsure': [
    'El servicio todavía no confirma la hora de esta computadora.',
    'Los pagos no cambian.',
    'Espere un momento: en cuanto conteste el servicio, la caja sigue sola.',
  ],
};

export const colombiaUpload: Partial<Texts> = {
  'daily-file.file-changed': [
    'La copia del archivo en este computador falta o ya no es la que se hizo.',
    'Los pagos no cambian.',
    'No la use. Guarde la carpeta de la caja y llame a la línea de ayuda.',
  ],
  'daily-file.clock-unsure': [
    'El servicio todavía no confirma la hora de este computador.',
    'Los pagos no cambian.',
    'Espere un momento: en cuanto conteste el servicio, la caja sigue sola.',
  ],
};

export const englishUpload: Texts = {
  'upload.not-set': [
    'This till has no server set for the daily file.',
    'The payments do not change.',
    'Set it in the settings: server, user and password or key.',
  ],
  'upload.no-secret': [
    'The till has neither the password nor the key of the server.',
    'The payments do not change.',
    'Enter it again in the settings.',
  ],
  'upload.bad-key': [
    'The private key cannot be read, or it asks for a passphrase.',
    'The payments do not change.',
    'Put an OpenSSH or PEM key without a passphrase into the settings.',
  ],
  'upload.name-not-found': [
    'The server is not found by its name.',
    'The payments do not change.',
    'Check the name in the settings and the internet connection.',
  ],
  'upload.refused': [
    'The server does not accept the connection.',
    'The payments do not change.',
    'Check name and port in the settings. The till tries again by itself.',
  ],
  'upload.unreachable': [
    'The server cannot be reached.',
    'The payments do not change.',
    'Check the internet connection. The till tries again by itself.',
  ],
  'upload.silent': [
    'The server does not answer.',
    'The payments do not change.',
    'You can go on selling. The till tries again by itself.',
  ],
  'upload.not-sftp': [
    'What answers is not an SFTP server.',
    'The payments do not change.',
    'Check name and port in the settings.',
  ],
  'upload.host-key-new': [
    'This is the first connection to this server, and nobody has confirmed its fingerprint{{fingerprint}}. Nothing was sent.',
    'The payments do not change.',
    'Compare the fingerprint with the one that the service gave you, and confirm it in Daily file.',
  ],
  'upload.host-key-changed': [
    'The server shows another fingerprint than the confirmed one{{fingerprint}}. Nothing was sent.',
    'The payments do not change.',
    'Stop here: call the service and ask whether its server changed. Confirm the new one only if they name the same.',
  ],
  'upload.login-refused': [
    'The server does not accept the user with that password or key.',
    'The payments do not change.',
    'Check in the settings what the service gave you.',
  ],
  'upload.no-folder': [
    'The folder is not on the server.',
    'The payments do not change.',
    'Check the folder in the settings or ask the service.',
  ],
  'upload.no-permission': [
    'The server does not allow writing in the folder.',
    'The payments do not change.',
    'Ask the service for permission on that folder.',
  ],
  'upload.no-room': [
    'The server could not store the file; most often it has no room.',
    'The payments do not change.',
    'Tell the service. The till tries again by itself.',
  ],
  'upload.broke-off': [
    'The connection broke off half-way. Nothing is left half-done under its name.',
    'The payments do not change.',
    'The till tries again by itself.',
  ],
  'upload.size-differs': [
    'What reached the server does not have the size of the file.',
    'The payments do not change.',
    'The till tries again by itself. If it happens again, tell the service.',
  ],
  'upload.another-file': [
    'The server already holds another file of that name. It was not touched.',
    'The payments do not change.',
    'Ask the service who put it there. If it counts, mark the day as handed in; if not, have it removed and send again.',
  ],
  'upload.answer-lost': [
    'The connection broke off just as the server was taking the file. It is not known whether it arrived.',
    'The payments do not change.',
    'Do not hand it in another way. The till looks by itself whether it is there, and does not send it twice.',
  ],
  'upload.may-have-arrived': [
    'It is not known whether the file arrived: the answer to the last sending was lost, and the server holds it neither whole nor unfinished. Some services take it away as it arrives.',
    'The payments do not change.',
    'Ask the service whether it has it. If it does, mark the day as handed in; if not, send it again.',
  ],
  'upload.server-error': [
    'The server answered with an error.',
    'The payments do not change.',
    'The till tries again by itself. If it happens again, tell the service.',
  ],
  'upload.stopped': [
    'The till was closed while it was sending.',
    'The payments do not change.',
    'Once it is open, the till tries again by itself.',
  ],
  'daily-file.day-not-over': [
    'That day is not over yet.',
    'The payments do not change.',
    'Wait until it ends: the file carries the whole day.',
  ],
  'daily-file.not-this-till': [
    'This till does not send the file of that day.',
    'The payments do not change.',
    'Send it from the till that does, or save it elsewhere.',
  ],
  'daily-file.already-uploaded': [
    'The file of that day has been sent and does not change.',
    'The payments do not change.',
    'Nothing needs to be done.',
  ],
  'daily-file.settled': [
    'That day is marked as handed in, and is not sent.',
    'The payments do not change.',
    'If the service does not have the file, open the day and say that it was not handed in.',
  ],
  'daily-file.not-settled': [
    'That day is not marked as handed in.',
    'The payments do not change.',
    'Open the list again and see how it stands.',
  ],
  'daily-file.busy': [
    'The till is sending a file already.',
    'The payments do not change.',
    'Wait until it is done.',
  ],
  'daily-file.file-changed': [
    'The copy of the file on this computer is missing or is no longer what was made.',
    'The payments do not change.',
    'Do not use it. Keep the folder of the till and call the help line.',
  ],
  'daily-file.name-taken': [
    'That folder already holds another file of that name. It was not touched.',
    'The payments do not change.',
    'Choose another folder or remove the file that is there.',
  ],
  'daily-file.no-folder': [
    'That folder is not there.',
    'The payments do not change.',
    'Check the path or connect the disk.',
  ],
  'daily-file.clock-unsure': [
    'The service has not confirmed the time of this computer yet.',
    'The payments do not change.',
    'Wait a moment: as soon as the service answers, the till goes on by itself.',
  ],
};
