import { appendFileSync, rmSync } from 'node:fs';

/** Taken from the environment, so that a till that restarts itself does not inherit it. */
let file = process.env.TILL_START_REPORT;
delete process.env.TILL_START_REPORT;

/**
 * Reports to the launcher of `npm start`, or to the check of an installer, how far this start is. If the
 * till ends before `window`, the launcher opens it in the browser shell. `page`: the page has made its first
 * call. `refused`: the till itself said why it does not start.
 *
 * If a report cannot be written, its file is deleted, which a full disk allows: without the file, the
 * launcher does not take this till for one that shows no window.
 */
export function reportStart(step: 'main' | 'window' | 'page' | 'refused'): void {
  if (!file) return;
  try {
    appendFileSync(file, `${step}\n`);
  } catch {
    deleteReport(file);
    file = undefined;
  }
}

function deleteReport(reportFile: string): void {
  try {
    rmSync(reportFile, { force: true });
  } catch {
    // The launcher cannot write it either, and draws no conclusion.
  }
}
