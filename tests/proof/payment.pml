/*
 * When does the till's wait of 16 minutes suffice? One payment: the till, a lossy network and the service,
 * in whole minutes of the service's clock. The till may send again without a look-up, which the real one
 * may not, and every copy under way has the latest Date: both make the model more dangerous.
 *
 * Each request's Date, and each time that a look-up reads, may differ from the clock of the machine that
 * checks the request. Each violation prints by how many minutes they were ahead.
 */
#define SIGNATURE 15    /* the service takes a request so long before and after its Date */
#ifndef WAIT
#define WAIT 16         /* NOT_PERFORMED_AFTER_MS */
#endif
#define KEY 1440        /* the service performs an Idempotency-Key once a day */
#ifndef RESEND
#define RESEND 1409     /* RESEND_WINDOW_MS */
#endif
#define LISTING 1       /* a payment is listed so long after the service took its request */
#define NIGHT 1406       /* minutes that may pass at once */
#define LAST_MINUTE 38   /* nothing happens later on either day; the key ends on the second */
#define NOT_TAKEN -1

short now = 0;
short firstDate, date, dateAhead, readingAhead;
byte waited = 0;                 /* since the last send; after a restart, since the first empty look-up */
short takenAt = NOT_TAKEN;
byte copies = 1;                 /* of the request that may still arrive; the network may lose them all */
bool isResent = false, isWaitKnown = true, isNextDay = false;

#define PRINT(violation) printf("VIOLATION %d %d %d %d %d %d\n", violation, dateAhead, readingAhead, now, date, waited)
#define CLOSED_THOUGH_PERFORMED 1
#define PERFORMED_AFTER_CLOSING 2
#define PERFORMED_TWICE 3

active proctype payment() {
  short ahead;
  atomic {
    if :: dateAhead = -15 :: dateAhead = 0 :: dateAhead = 1 :: dateAhead = 15 fi;
    date = dateAhead;
    firstDate = date
  }
  do
  /* Time passes. */
  :: atomic { now < (isNextDay -> NIGHT + LAST_MINUTE : LAST_MINUTE) ->
       now++;
       if :: isWaitKnown && waited < WAIT -> waited++ :: else fi }
  :: atomic { !isNextDay && now < 4 ->
       now = now + NIGHT; isNextDay = true;
       waited = 0; isWaitKnown = false }
  /* The network delivers a copy. A key that the service remembers brings the same answer again. */
  :: atomic { copies > 0 && now <= date + SIGNATURE && date <= now + SIGNATURE ->
       copies--;
       if
       :: takenAt == NOT_TAKEN -> takenAt = now
       :: takenAt != NOT_TAKEN && now >= takenAt + KEY -> PRINT(PERFORMED_TWICE); break
       :: else
       fi }
  /* A look-up does not find the payment: the till calls it not performed once it has waited. */
  :: atomic { !isNextDay && (takenAt == NOT_TAKEN || now < takenAt + LISTING) ->
       if
       :: !isWaitKnown -> isWaitKnown = true; waited = 0
       :: else ->
            if :: readingAhead = 0 :: readingAhead = 1 :: readingAhead = 2 :: readingAhead = 15 fi;
            if
            :: now + readingAhead > date + WAIT && waited >= WAIT ->
                 if
                 :: takenAt != NOT_TAKEN -> PRINT(CLOSED_THOUGH_PERFORMED)
                 :: copies > 0 && now <= date + SIGNATURE -> PRINT(PERFORMED_AFTER_CLOSING)
                 :: else
                 fi;
                 break
            :: else -> readingAhead = 0
            fi
       fi }
  /* The cashier sends the same request again, dated anew. */
  :: atomic { !isResent ->
       if :: ahead = -15 :: ahead = 0 :: ahead = 1 :: ahead = 15 fi;
       if
       :: now + ahead >= date && now + ahead < firstDate + RESEND ->
            isResent = true; copies++; date = now + ahead; dateAhead = ahead;
            waited = 0; isWaitKnown = !isNextDay
       :: else
       fi;
       ahead = 0 }
  /* The till restarts, and forgets when it sent. */
  :: atomic { isWaitKnown -> isWaitKnown = false; waited = 0 }
  :: break
  od
}
