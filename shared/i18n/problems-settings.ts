import type { ProblemTexts } from './problems.ts';

/** The provisioning file and the settings. */

type Key = Extract<
  keyof ProblemTexts,
  'stale-settings' | `provisioning${string}` | `setting.${string}`
>;
type Texts = Pick<ProblemTexts, Key>;

export const mexicoSettings: Texts = {
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
};

export const englishSettings: Texts = {
  provisioning: [
    'The provisioning file has an error in “{{field}}”: {{reason}}.',
    'Nothing was kept.',
    'Correct that field of the file and choose it again.',
  ],
  'provisioning-incomplete': [
    'The provisioning file leaves out: {{fields}}.',
    'Nothing was kept.',
    'Add those fields to the file and choose it again.',
  ],
  'stale-settings': [
    'Somebody else changed the settings while you were looking at them.',
    'Nothing was kept.',
    'See how they stand now, and make the change again.',
  ],
  'setting.logo-unreadable': [
    'The file of the logo could not be read.',
    'Nothing was kept.',
    'Check the path. The file may have 1 MB at most.',
  ],
  'setting.logo-not-png': [
    'The file of the logo is not a PNG picture, is damaged, or has more than 2,048 dots to a side.',
    'Nothing was kept.',
    'Choose another PNG picture.',
  ],
  'setting.ca-unreadable': [
    'The certificate file could not be read.',
    'Nothing was kept.',
    'Check the path of the file.',
  ],
  'setting.ca-not-pem': [
    'The file is not a certificate in PEM form.',
    'Nothing was kept.',
    'Ask whoever gave it to you for the certificate in PEM form.',
  ],
  'setting.address-not-https': [
    'The address of the service does not begin with https://.',
    'Nothing was kept.',
    'Type the whole address, with https:// in front.',
  ],
  'setting.address-with-password': [
    'There is a name or a password in the address of the service.',
    'Nothing was kept.',
    'Type the address without it: the keys have fields of their own.',
  ],
  'setting.proxy-address': [
    'The address of the proxy cannot be understood.',
    'Nothing was kept.',
    'Type it like http://192.168.1.1:8080.',
  ],
  'setting.keys-missing': [
    'The keys of the service are missing.',
    'Nothing was kept.',
    'Type the API key and the secret key.',
  ],
  'setting.sftp-key-unreadable': [
    'The key file could not be read.',
    'Nothing was kept.',
    'Check the path of the file.',
  ],
  'setting.sftp-key-not-a-key': [
    'That is not an SSH private key without a passphrase.',
    'Nothing was kept.',
    'Choose the private key, in PEM or OpenSSH form.',
  ],
  'setting.sftp-secret-missing': [
    'The password or the key for the server is missing.',
    'Nothing was kept.',
    'Type the password or choose the private key.',
  ],
  'setting.backup-folder': [
    'The backup folder cannot be written to.',
    'Nothing was kept.',
    'Check that the folder is there and that this computer may write into it.',
  ],
};
