import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Problem } from '../../shared/contract/index.ts';
import { describeProblem, describeServiceCode } from '../../shared/i18n/index.ts';
import { SERVICE_CODES } from '../../shared/rules/index.ts';
import { ProblemScreen } from './problem-screen.tsx';
import { createFakeShop } from './testing/fake-shop.ts';
import { createFakeTill } from './testing/fake-till.ts';
import { renderApp } from './testing/render-app.tsx';

afterEach(cleanup);

const ANA = { id: 'ana', name: 'Ana', role: 'cashier' } as const;

function renderProblem(problem: Problem): void {
  renderApp(createFakeTill(createFakeShop({ session: { cashier: ANA } })), {
    features: { home: () => <ProblemScreen problem={problem} billerName="CFE" actions={[]} /> },
  });
}

async function expectCauseAsTitle(cause: string): Promise<void> {
  await screen.findByRole('heading', { level: 1, name: cause });
  // It is said once.
  expect(screen.getByRole('main').textContent?.split(cause)).toHaveLength(2);
}

it('has the cause of each refusal as its title', async () => {
  for (const code of SERVICE_CODES) {
    renderProblem({ kind: 'service-refused', httpStatus: 422, code, message: null });
    const query = { code, httpStatus: 422, language: 'es-MX', billerName: 'CFE' } as const;
    await expectCauseAsTitle(describeServiceCode({ ...query, context: 'look-up' }).title);
    cleanup();
  }
});

it('has the cause of another problem as its title', async () => {
  const problem: Problem = { kind: 'service-silent', seconds: 60 };
  renderProblem(problem);
  await expectCauseAsTitle(describeProblem(problem, 'es-MX').title);
});
