import { readSqlFile } from '../../platform/index.ts';
import type { SchemaTopic } from './topic.ts';

/** In the order in which their tables and functions are created. Each file says what it is for. */
export const SCHEMA_TOPICS: readonly SchemaTopic[] = [
  {
    steps: {
      1: readSqlFile(import.meta.url, './1-tills.sql'),
      8: readSqlFile(import.meta.url, './8-tills.sql'),
      10: readSqlFile(import.meta.url, './10-tills.sql'),
    },
    functions: readSqlFile(import.meta.url, './tills.sql'),
    calls: {
      till: ['chain.me()', 'chain.is_password_due_v1()', 'chain.password_replaced_v1()'],
      admin: ['chain.enroll_v1(uuid,text,text,text)', 'chain.retire_v1(text)'],
    },
  },
  {
    steps: {},
    functions: readSqlFile(import.meta.url, './join.sql'),
    calls: {
      till: ['chain.join_v1(text,text,text,text)', 'chain.leave_v1(boolean)'],
      admin: ['chain.expired_logins_v1(text)'],
    },
  },
  {
    steps: { 4: readSqlFile(import.meta.url, './4-sessions.sql') },
    functions: readSqlFile(import.meta.url, './sessions.sql'),
    calls: { maker: ['chain.watch_sessions_v1()', 'chain.oldest_transaction_v1()'] },
  },
  {
    steps: { 2: readSqlFile(import.meta.url, './2-environment.sql') },
    functions: readSqlFile(import.meta.url, './environment.sql'),
    calls: { till: ['chain.environment_v1(text,boolean)'] },
  },
  {
    steps: {
      1: readSqlFile(import.meta.url, './1-payments.sql'),
      9: readSqlFile(import.meta.url, './9-payments.sql'),
    },
    functions: readSqlFile(import.meta.url, './payments.sql'),
    calls: { till: ['chain.same_v1(bigint,text,int)'] },
  },
  {
    steps: {
      1: readSqlFile(import.meta.url, './1-shifts.sql'),
      12: readSqlFile(import.meta.url, './12-shifts.sql'),
      13: readSqlFile(import.meta.url, './13-shifts.sql'),
    },
    functions: readSqlFile(import.meta.url, './shifts.sql'),
    calls: {},
  },
  {
    steps: {
      1: readSqlFile(import.meta.url, './1-hints.sql'),
      5: readSqlFile(import.meta.url, './5-hints.sql'),
    },
    functions: readSqlFile(import.meta.url, './hints.sql'),
    calls: { hook: ['chain.add_hint_v1(text,text)'] },
  },
  {
    steps: {
      1: readSqlFile(import.meta.url, './1-push.sql'),
      11: readSqlFile(import.meta.url, './11-push.sql'),
    },
    functions: readSqlFile(import.meta.url, './push.sql'),
    calls: {
      till: [
        'chain.standing_v1()',
        'chain.hello_v1(uuid,uuid,bigint,jsonb)',
        'chain.hello_v2(uuid,uuid,bigint,jsonb,bigint)',
        'chain.push_v1(bigint,bigint,bigint,text,json,jsonb)',
        'chain.push_v2(bigint,bigint,bigint,text,json,jsonb)',
      ],
    },
  },
  {
    steps: { 1: readSqlFile(import.meta.url, './1-leases.sql') },
    functions: readSqlFile(import.meta.url, './till-days.sql'),
    calls: {
      maker: [
        'chain.day_tills_v1(bigint,bigint)',
        'chain.take_lease_v1(text,text,int)',
        'chain.release_lease_v1(text,text)',
      ],
    },
  },
  {
    steps: { 1: readSqlFile(import.meta.url, './1-first-day.sql') },
    functions: readSqlFile(import.meta.url, './first-day.sql'),
    calls: { till: ['chain.joined_v1(date,bigint,boolean)'] },
  },
  {
    steps: { 7: readSqlFile(import.meta.url, './7-bill-layouts.sql') },
    functions: readSqlFile(import.meta.url, './bill-layouts.sql'),
    calls: {
      till: ['chain.bill_layouts_v1(uuid)'],
      admin: ['chain.set_bill_layouts_v1(jsonb,jsonb)'],
    },
  },
  {
    steps: {},
    functions: readSqlFile(import.meta.url, './retention.sql'),
    calls: {
      maker: [
        'chain.make_partitions_v1(date,int)',
        'chain.drop_before_v1(date)',
        'chain.delete_before_v1(text,date,int)',
        'chain.shorten_accounts_v1(date)',
        'chain.forget_hints_v1()',
        'chain.forget_hints_v2(timestamptz,bigint,int)',
        'chain.forget_hint_tills_v1(int)',
      ],
      admin: ['chain.keep_v1(int,int)'],
    },
  },
  {
    steps: { 1: readSqlFile(import.meta.url, './1-office-days.sql') },
    functions: readSqlFile(import.meta.url, './office-days.sql'),
    calls: {
      maker: [
        'chain.lease_v1(text)',
        'chain.first_file_day_v1()',
        'chain.add_day_v1(bigint,date,bigint,bigint,timestamptz,text)',
        'chain.days_v1(date,date,int)',
        'chain.missing_days_v1()',
        'chain.unmade_days_v1()',
        'chain.begin_attempt_v1(bigint,date,text,text)',
        'chain.end_attempt_v1(bigint,date,int,text)',
        'chain.attempts_v1(date,int)',
        'chain.set_part_v1(bigint,date,text)',
        'chain.open_offer_v1(bigint,date,uuid,text)',
        'chain.close_offer_v1(bigint,date)',
        'chain.uploaded_v1(bigint,date,text)',
        'chain.hand_in_v1(date,text,text)',
        'chain.take_back_hand_in_v1(date,text,text)',
        'chain.send_again_v1(date,text,text)',
        'chain.set_note_v1(text,jsonb)',
        'chain.notes_v1()',
      ],
      office: [
        'chain.lease_v1(text)',
        'chain.days_v1(date,date,int)',
        'chain.missing_days_v1()',
        'chain.attempts_v1(date,int)',
        'chain.notes_v1()',
      ],
      admin: [
        'chain.hand_in_v1(date,text,text)',
        'chain.take_back_hand_in_v1(date,text,text)',
        'chain.send_again_v1(date,text,text)',
      ],
    },
  },
  {
    steps: { 3: readSqlFile(import.meta.url, './3-office-file.sql') },
    functions: readSqlFile(import.meta.url, './office-file.sql'),
    calls: {
      maker: [
        'chain.page_end_v1(bigint,bigint,uuid,uuid,int)',
        'chain.add_page_v1(date,uuid,int,bigint,uuid,uuid,bigint,uuid,uuid)',
        'chain.file_rows_v1(bigint,bigint,bigint,uuid,uuid,int)',
        'chain.set_piece_v1(date,uuid,int,bytea)',
        'chain.set_file_v1(bigint,date,uuid,jsonb,jsonb)',
        'chain.pieces_v1(uuid,int,int)',
        'chain.pieces_at_v1(uuid,bigint)',
      ],
      office: ['chain.pieces_v1(uuid,int,int)'],
    },
  },
  {
    steps: { 1: readSqlFile(import.meta.url, './1-office-late.sql') },
    functions: readSqlFile(import.meta.url, './office-late.sql'),
    calls: {
      maker: [
        'chain.search_late_v1(bigint,date)',
        'chain.unsearched_days_v1(int)',
        'chain.late_candidates_v1(int)',
        'chain.settle_late_v1(bigint,jsonb)',
        'chain.drop_marks_v1(bigint)',
        'chain.late_rows_v1(date,int)',
      ],
      office: ['chain.late_rows_v1(date,int)'],
    },
  },
  {
    steps: {
      1: readSqlFile(import.meta.url, './1-office-comparison.sql'),
      12: readSqlFile(import.meta.url, './12-office-comparison.sql'),
    },
    functions: readSqlFile(import.meta.url, './office-comparison.sql'),
    calls: {
      maker: [
        'chain.put_service_rows_v1(bigint,jsonb)',
        'chain.service_list_v1()',
        'chain.set_service_list_v1(bigint,bigint,bigint)',
        'chain.keep_service_rows_v1(bigint,bigint)',
        'chain.compare_v1(bigint,bigint)',
        'chain.doubles_v1(bigint,bigint)',
        'chain.set_comparison_v1(bigint,date,jsonb)',
        'chain.comparison_v1(date)',
        'chain.uncompared_days_v1(date)',
        'chain.count_service_rows_v1(bigint)',
      ],
      office: ['chain.comparison_v1(date)'],
    },
  },
  {
    steps: { 8: readSqlFile(import.meta.url, './8-orphaned-payments.sql') },
    functions: readSqlFile(import.meta.url, './orphaned-payments.sql'),
    calls: {
      maker: ['chain.orphaned_payments_v1(int)', 'chain.close_payment_v1(text,text,text)'],
    },
  },
  {
    steps: { 6: readSqlFile(import.meta.url, './6-office-retention.sql') },
    functions: readSqlFile(import.meta.url, './office-retention.sql'),
    calls: {
      maker: [
        'chain.claim_notices_v1()',
        'chain.claim_notices_v2(timestamptz,timestamptz,bigint,int)',
        'chain.shorten_accounts_v2(date,uuid,uuid,int)',
        'chain.keep_v1(int,int)',
        'chain.next_to_shorten_v1()',
        'chain.shortened_v1(bigint,date)',
        'chain.forget_service_rows_v1(bigint,bigint,int)',
        'chain.forget_days_v1(bigint,date)',
      ],
    },
  },
  {
    steps: {
      1: readSqlFile(import.meta.url, './1-views.sql'),
      3: readSqlFile(import.meta.url, './3-views.sql'),
      6: readSqlFile(import.meta.url, './6-views.sql'),
      13: readSqlFile(import.meta.url, './13-views.sql'),
    },
    functions: readSqlFile(import.meta.url, './views.sql'),
    calls: {
      office: [
        'chain.view_sales_v1(timestamptz,timestamptz,text)',
        'chain.view_tills_v1(text,boolean,int,int)',
        'chain.view_till_v1(uuid)',
        'chain.view_restarts_v1(uuid)',
        'chain.view_lacking_v2(uuid)',
        'chain.view_unresolved_v2(timestamptz,uuid,int)',
        'chain.view_search_since_v1(timestamptz,uuid,int)',
        'chain.view_payments_v3(jsonb,timestamptz,uuid,int)',
        'chain.view_shifts_v1(timestamptz,timestamptz,boolean,timestamptz,text,int)',
      ],
    },
  },
  {
    steps: {},
    functions: readSqlFile(import.meta.url, './views-file.sql'),
    calls: {
      office: [
        'chain.view_days_v1(date,int)',
        'chain.view_day_tills_v1(date)',
        'chain.view_differences_v1(text,timestamptz,text,int)',
        'chain.view_overview_v1()',
      ],
    },
  },
];
