import {
  BackupDialog,
  DailyFileDialog,
  DiskSpaceDialog,
  RecoveryKeyDialog,
  RejectedStartupRequestDialog,
  SettingsWarningDialog,
} from './back-office-dialogs.tsx';
import { BillerListsDialog } from './biller-lists-dialog.tsx';
import { ChainDialog } from './chain-status.tsx';
import { PrinterDialog } from './printer-dialog.tsx';
import { ServiceAccountDialog, ServiceDialog } from './service-dialogs.tsx';
import type { StatusDialogProps, StatusTopic } from './status-topic.ts';
import { UpdateDialog } from './update-dialog.tsx';

/** Explains a status indicator, and what to do. */
export function StatusDialog(props: StatusDialogProps & { readonly topic: StatusTopic }) {
  switch (props.topic) {
    case 'service':
      return <ServiceDialog {...props} />;
    case 'printer':
      return <PrinterDialog {...props} />;
    case 'account':
      return <ServiceAccountDialog {...props} />;
    case 'lists':
      return <BillerListsDialog {...props} />;
    case 'daily-file':
      return <DailyFileDialog {...props} />;
    case 'chain':
      return <ChainDialog {...props} />;
    case 'backup':
      return <BackupDialog {...props} />;
    case 'disk':
      return <DiskSpaceDialog {...props} />;
    case 'recovery':
      return <RecoveryKeyDialog {...props} />;
    case 'refused':
      return <RejectedStartupRequestDialog {...props} />;
    case 'warned':
      return <SettingsWarningDialog {...props} />;
    case 'update':
      return <UpdateDialog {...props} />;
  }
}
