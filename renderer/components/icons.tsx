import type { ReactNode } from 'react';
import styles from './icons.module.css';

/** A text beside each icon has the same meaning, so screen readers skip the icon. */
function Icon(props: { readonly children: ReactNode }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {props.children}
    </svg>
  );
}

export function PaidIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="10" className={styles.filled} />
      <path d="M7 12.5l3.4 3.4L17 9" className={styles.cutout} />
    </Icon>
  );
}

export function RefusedIcon() {
  return (
    <Icon>
      <rect x="2.5" y="2.5" width="19" height="19" rx="3" className={styles.filled} />
      <path d="M8 8l8 8M16 8l-8 8" className={styles.cutout} />
    </Icon>
  );
}

/** An hourglass in an octagon, for no other state. */
export function UnknownIcon() {
  return (
    <Icon>
      <path d="M8 1.5h8L22.5 8v8L16 22.5H8L1.5 16V8z" className={styles.filled} />
      <path
        d="M8.5 6.5h7M8.5 17.5h7M9.5 6.5c0 3.5 5 7.5 5 11M14.5 6.5c0 3.5-5 7.5-5 11"
        className={styles.cutout}
      />
    </Icon>
  );
}

export function InfoIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="9" className={styles.outline} />
      <path d="M12 11v6M12 7.2v.6" className={styles.outline} />
    </Icon>
  );
}

export function WarningIcon() {
  return (
    <Icon>
      <path d="M12 3.5L22 20.5H2z" className={styles.outline} />
      <path d="M12 10v4.5M12 17.2v.5" className={styles.outline} />
    </Icon>
  );
}

export function FavouriteIcon() {
  return (
    <Icon>
      <path
        d="M12 2.6l2.9 6 6.6.9-4.8 4.6 1.2 6.5L12 17.5l-5.9 3.1 1.2-6.5L2.5 9.5l6.6-.9z"
        className={styles.filled}
      />
    </Icon>
  );
}
