import { Component, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
  /** Shown instead of the children; `reset` renders them again. */
  readonly fallback: (reset: () => void, error: unknown) => ReactNode;
}

type State = { readonly fault: null } | { readonly fault: { readonly error: unknown } };

/** Contains the error of a screen that throws. React offers this only as a class. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { fault: null };

  static getDerivedStateFromError(error: unknown): State {
    return { fault: { error } };
  }

  override render(): ReactNode {
    const { fault } = this.state;
    if (fault === null) return this.props.children;
    return this.props.fallback(() => this.setState({ fault: null }), fault.error);
  }
}
