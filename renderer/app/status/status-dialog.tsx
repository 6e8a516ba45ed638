import { ChainDialog } from './chain-light.tsx';
import { ListsDialog } from './lists-dialog.tsx';
import { PrinterDialog } from './printer-dialog.tsx';
import {
  BackupDialog,
  DailyFileDialog,
  DiskDialog,
  RecoveryDialog,
  RefusedDialog,
  WarnedDialog,
} from './room-dialogs.tsx';
import { AccountDialog, ServiceDialog } from './service-dialogs.tsx';
import type { StatusTopic, TopicProps } from './topic.ts';
import { UpdateDialog } from './update-dialog.tsx';

/** Explains a light in plain words, and what to do. */
export function StatusDialog(props: TopicProps & { readonly topic: StatusTopic }) {
  switch (props.topic) {
    case 'service':
      return <ServiceDialog {...props} />;
    case 'printer':
      return <PrinterDialog {...props} />;
    case 'account':
      return <AccountDialog {...props} />;
    case 'lists':
      return <ListsDialog {...props} />;
    case 'daily-file':
      return <DailyFileDialog {...props} />;
    case 'chain':
      return <ChainDialog {...props} />;
    case 'backup':
      return <BackupDialog {...props} />;
    case 'disk':
      return <DiskDialog {...props} />;
    case 'recovery':
      return <RecoveryDialog {...props} />;
    case 'refused':
      return <RefusedDialog {...props} />;
    case 'warned':
      return <WarnedDialog {...props} />;
    case 'update':
      return <UpdateDialog {...props} />;
  }
}
