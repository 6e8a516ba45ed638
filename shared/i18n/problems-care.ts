import type { Problem } from '../contract/index.ts';
import type { ThreeParts } from './problems.ts';

/** Backups of the ledger, and putting one back. */
type CareKey =
  | `backup.${Extract<Problem, { kind: 'backup' }>['reason']}`
  | `restore.${Extract<Problem, { kind: 'restore' }>['reason']}`;
type CareTexts = Readonly<Record<CareKey, ThreeParts>>;

const KEPT = 'Los respaldos anteriores siguen ahí. No se movió dinero.';
const SAME = 'El libro de pagos sigue como estaba. No se movió dinero.';

export const mexicoCare: CareTexts = {
  'backup.no-folder': [
    'La carpeta de respaldos no está.',
    KEPT,
    'Conecte el disco o la red donde está la carpeta, y haga el respaldo otra vez.',
  ],
  'backup.not-a-folder': [
    'Donde debería estar la carpeta de respaldos hay un archivo.',
    KEPT,
    'Elija otra carpeta en los ajustes.',
  ],
  'backup.full': [
    'No hay lugar para otro respaldo.',
    KEPT,
    'Libere espacio en el disco, o guarde menos respaldos.',
  ],
  'backup.read-only': [
    'No se puede escribir en la carpeta de respaldos.',
    KEPT,
    'Revise los permisos de la carpeta, o elija otra en los ajustes.',
  ],
  'backup.ledger-damaged': [
    'El libro de pagos está dañado: lo mostró el respaldo.',
    'Los respaldos anteriores siguen ahí.',
    'Deje de vender, no borre nada y llame ahora a la línea de ayuda.',
  ],
  'backup.copy-damaged': [
    'El respaldo no quedó igual al libro: el disco de la carpeta falla.',
    KEPT,
    'Use otro disco para los respaldos.',
  ],
  'backup.under-way': [
    'Ya se está haciendo un respaldo.',
    'No se movió dinero.',
    'Espere a que termine.',
  ],
  'backup.failed': [
    'No se pudo hacer el respaldo.',
    KEPT,
    'Intente de nuevo. Si se repite, llame a la línea de ayuda.',
  ],
  'restore.not-there': [
    'Este respaldo no está en la carpeta.',
    SAME,
    'Conecte el disco donde está, o elija otro respaldo.',
  ],
  'restore.not-a-ledger': ['Este archivo no es un libro de pagos.', SAME, 'Elija otro archivo.'],
  'restore.damaged': ['Este respaldo está dañado.', SAME, 'Elija otro respaldo.'],
  'restore.not-as-sealed': [
    'Este respaldo ya no es el que se hizo: alguien o algo lo cambió.',
    SAME,
    'Elija otro respaldo.',
  ],
  'restore.other-environment': [
    'Este respaldo es de otro ambiente.',
    SAME,
    'Elija un respaldo del ambiente que esta caja usa.',
  ],
  'restore.other-till': ['Este respaldo es de otra caja.', SAME, 'Elija un respaldo de esta caja.'],
  'restore.newer-version': [
    'Este respaldo es de una versión más nueva de Mostrador.',
    SAME,
    'Actualice Mostrador primero.',
  ],
  'restore.earlier-format': [
    'Este respaldo es de antes de la primera versión publicada de Mostrador, y esta versión no lo puede leer.',
    SAME,
    'Elija un respaldo más nuevo, o llame a la línea de ayuda.',
  ],
  'restore.older': [
    'Este respaldo es más viejo que el libro en uso: lo que vino después no está en él.',
    SAME,
    'Solo un supervisor puede insistir, con su PIN.',
  ],
  'restore.diverged': [
    'Este respaldo y el libro en uso siguieron caminos distintos: lo que la caja hizo desde que se separaron, también pagos, no está en él.',
    SAME,
    'Solo un supervisor puede insistir, con su PIN. Antes, compare los pagos de ese tiempo con el servicio.',
  ],
  'restore.cannot-compare': [
    'El libro en uso no se puede leer, y no se sabe si el respaldo es más viejo.',
    SAME,
    'Solo un supervisor puede insistir, con su PIN.',
  ],
};

const KEPT_EN = 'The earlier backups are still there. No money moved.';
const SAME_EN = 'The ledger is as it was. No money moved.';

export const englishCare: CareTexts = {
  'backup.no-folder': [
    'The folder for backups is not there.',
    KEPT_EN,
    'Connect the disk or the network that holds it, and make the backup again.',
  ],
  'backup.not-a-folder': [
    'There is a file where the folder for backups should be.',
    KEPT_EN,
    'Choose another folder in the settings.',
  ],
  'backup.full': [
    'There is no room for another backup.',
    KEPT_EN,
    'Make room on the disk, or keep fewer backups.',
  ],
  'backup.read-only': [
    'The folder for backups cannot be written to.',
    KEPT_EN,
    'Check the permissions of the folder, or choose another one in the settings.',
  ],
  'backup.ledger-damaged': [
    'The ledger is damaged: the backup has shown it.',
    'The earlier backups are still there.',
    'Stop selling, delete nothing, and call the help line now.',
  ],
  'backup.copy-damaged': [
    "The backup is not as the ledger: the folder's disk is failing.",
    KEPT_EN,
    'Use another disk for the backups.',
  ],
  'backup.under-way': [
    'A backup is being made already.',
    'No money moved.',
    'Wait until it is done.',
  ],
  'backup.failed': [
    'The backup could not be made.',
    KEPT_EN,
    'Try again. If it happens again, call the help line.',
  ],
  'restore.not-there': [
    'This backup is not in the folder.',
    SAME_EN,
    'Connect the disk that holds it, or choose another backup.',
  ],
  'restore.not-a-ledger': ['This file is not a ledger of a till.', SAME_EN, 'Choose another file.'],
  'restore.damaged': ['This backup is damaged.', SAME_EN, 'Choose another backup.'],
  'restore.not-as-sealed': [
    'This backup is not the one that was made: someone or something changed it.',
    SAME_EN,
    'Choose another backup.',
  ],
  'restore.other-environment': [
    'This backup is of another environment.',
    SAME_EN,
    'Choose one of the environment that this till uses.',
  ],
  'restore.other-till': ['This backup is of another till.', SAME_EN, 'Choose one of this till.'],
  'restore.newer-version': [
    'This backup is of a newer version of Mostrador.',
    SAME_EN,
    'Update Mostrador first.',
  ],
  'restore.earlier-format': [
    'This backup is from before the first published version of Mostrador, and this version cannot read it.',
    SAME_EN,
    'Choose a newer backup, or call the help line.',
  ],
  'restore.older': [
    'This backup is older than the ledger in use: what came later is not in it.',
    SAME_EN,
    'Only a supervisor can insist, with a PIN.',
  ],
  'restore.diverged': [
    'This backup and the ledger in use went different ways: what the till did since they parted, payments too, is not in it.',
    SAME_EN,
    'Only a supervisor can insist, with a PIN. Before that, compare the payments of that time with the service.',
  ],
  'restore.cannot-compare': [
    'The ledger in use cannot be read, so nobody knows whether the backup is older.',
    SAME_EN,
    'Only a supervisor can insist, with a PIN.',
  ],
};
