/**
 * The last papers, pulled down from the tape on any screen: each as it was printed, and printed again
 * from there. None of it pays, and nothing behind it moves meanwhile.
 */
export { LastPapersButton } from './last-papers-button.tsx';
