import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { InfoIcon, PaidIcon, RefusedIcon, UnknownIcon, WarningIcon } from './icons.tsx';
import styles from './tone-label.module.css';

export type NoticeTone = 'paid' | 'refused' | 'unknown' | 'info' | 'warning';

/** A word with the icon and the colour that a notice of this tone has. */
export function ToneLabel(props: { readonly tone: NoticeTone; readonly children: ReactNode }) {
  return (
    <span className={classNames(styles.label, styles[props.tone])}>
      <ToneIcon tone={props.tone} />
      <span>{props.children}</span>
    </span>
  );
}

export function ToneIcon(props: { readonly tone: NoticeTone }) {
  switch (props.tone) {
    case 'paid':
      return <PaidIcon />;
    case 'refused':
      return <RefusedIcon />;
    case 'unknown':
      return <UnknownIcon />;
    case 'info':
      return <InfoIcon />;
    case 'warning':
      return <WarningIcon />;
  }
}
