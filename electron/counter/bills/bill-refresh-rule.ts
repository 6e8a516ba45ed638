import type { Result } from '../../../shared/contract/index.ts';
import type { BillPaymentService, ServiceBill } from '../../service/index.ts';

type ReadBill = (billId: string) => Promise<Result<ServiceBill>>;

/** Which bills are refreshed: a biller that reports no balances refuses a refresh. */
export interface BillRefreshRule {
  /** Notes the biller of a bill that was read. */
  recordBill(bill: ServiceBill): void;
  /** Returns `refresh`, or a plain read if the bill's biller reports no balances. */
  selectRead(service: BillPaymentService, billId: string, refresh: ReadBill): Promise<ReadBill>;
}

export function createBillRefreshRule(
  reportsBalances: (billerId: number) => boolean,
): BillRefreshRule {
  const billerIds = new Map<string, number>();
  return {
    recordBill: ({ id, billerId }) => void billerIds.set(id, billerId),
    selectRead: async (service, billId, refresh) => {
      let billerId = billerIds.get(billId);
      if (billerId === undefined) {
        const bill = await service.getBill(billId);
        if (!bill.ok) return refresh;
        ({ billerId } = bill.value);
      }
      return reportsBalances(billerId) ? refresh : service.getBill;
    },
  };
}
