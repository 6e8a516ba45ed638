import type { ReactNode } from 'react';
import styles from './keypad.module.css';

/** Hidden from screen readers: the key's label describes it. */
function Icon(props: { readonly children: ReactNode }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {props.children}
    </svg>
  );
}

export function EraseIcon() {
  return (
    <Icon>
      <path d="M8 5h13v14H8l-6-7zM11.5 9l6 6M17.5 9l-6 6" />
    </Icon>
  );
}

/** Deletes back to the start of the field. A letter as icon would look like a key that types it. */
export function ClearIcon() {
  return (
    <Icon>
      <path d="M3 5v14M11 5h10v14H11l-5-7zM13 9.5l5 5M18 9.5l-5 5" />
    </Icon>
  );
}

export function ShiftIcon(props: { readonly isLocked: boolean }) {
  return (
    <Icon>
      <path d="M12 3l8 9h-4v5H8v-5H4z" />
      {props.isLocked ? <path d="M8 21h8" /> : null}
    </Icon>
  );
}

export function SpaceIcon() {
  return (
    <Icon>
      <path d="M3 11v5h18v-5" />
    </Icon>
  );
}

export function HideIcon() {
  return (
    <Icon>
      <path d="M3 4h18v10H3zM8 18l4 4 4-4" />
    </Icon>
  );
}
