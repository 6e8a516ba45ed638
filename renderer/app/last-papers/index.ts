/**
 * The last papers, opened from the tape on any screen: each as it was printed, with a button to
 * print it again. It makes no payment, and the screen behind it stays unchanged.
 */
export { RecentPapersButton } from './last-papers-button.tsx';
