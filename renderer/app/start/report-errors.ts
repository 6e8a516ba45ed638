import {
  MAX_PAGE_ERROR_MESSAGE_LENGTH,
  MAX_PAGE_ERROR_STACK_LENGTH,
} from '../../../shared/contract/index.ts';
import type { RouteName } from '../navigation.ts';
import type { TillClient } from '../till/index.ts';

/** Reports an error of the page to main, which writes it to the log. Never throws. */
export type ReportError = (
  kind: 'render' | 'exception' | 'rejection',
  error: unknown,
  componentStack?: string,
) => void;

export function createErrorReporter(client: TillClient, getScreen: () => RouteName): ReportError {
  return (kind, error, componentStack = '') => {
    const { message, stack } =
      error instanceof Error ? error : { message: String(error), stack: undefined };
    void client.call('till.reportPageError', {
      kind,
      message: message.slice(0, MAX_PAGE_ERROR_MESSAGE_LENGTH),
      stack: `${stack ?? ''}${componentStack}`.slice(0, MAX_PAGE_ERROR_STACK_LENGTH),
      screen: getScreen(),
    });
  };
}

/** Reports what no code caught: React passes errors outside of an error boundary on to here, too. */
export function reportUncaughtErrors(page: Window, report: ReportError): void {
  page.addEventListener('error', (event) => report('exception', event.error ?? event.message));
  page.addEventListener('unhandledrejection', (event) => report('rejection', event.reason));
}
