import { addDistributions } from './histograms.ts';
import { faultlessEvidence, histogramOf } from './testing/evidence.ts';
import { type Evidence, judge } from './validity.ts';

/** Codes of the findings after `breakIt` has done its worst to a faultless run. */
function findings(breakIt: (evidence: Evidence) => void): string[] {
  const evidence = faultlessEvidence();
  breakIt(evidence);
  return judge(evidence).map((finding) => finding.code);
}

const report = (evidence: Evidence) => evidence.dataset!.reports[0]!;

describe('a run accuses itself', () => {
  test('of nothing when nothing is wrong', () => {
    expect(findings(() => {})).toEqual([]);
  });

  test('of lost messages when a delivery is missing', () => {
    const lose = (evidence: Evidence): void => {
      report(evidence).receivedByClients = [4, 3];
      report(evidence).missing = 1;
    };
    expect(findings(lose)).toEqual(['messages-lost']);
  });

  test('of lost messages when a client sent fewer than planned', () => {
    const lose = (evidence: Evidence): void => {
      evidence.messages = 3;
    };
    expect(findings(lose)).toEqual(['messages-lost']);
  });

  test('of lost messages when the server received fewer than were sent, with both numbers', () => {
    const evidence = faultlessEvidence();
    evidence.dataset!.server.receivedByServer = [2, 1];
    const [finding] = judge(evidence);
    expect(finding).toMatchObject({ code: 'messages-lost', level: 'fatal' });
    expect(finding!.message).toContain('received 3 of the 4 sent');
  });

  test('of lost messages when the server refused what a client sent', () => {
    const refuse = (evidence: Evidence): void => {
      report(evidence).refused = [{ event: 'message', code: 'wrong-state', reason: 'no test is running' }];
    };
    expect(findings(refuse)).toEqual(['messages-lost']);
  });

  test('of lost messages when no dataset came at all', () => {
    const lose = (evidence: Evidence): void => {
      evidence.dataset = null;
      evidence.error = 'the master lost its connection';
    };
    expect(findings(lose)).toEqual(['messages-lost']);
  });

  test('of duplicates', () => {
    const double = (evidence: Evidence): void => {
      report(evidence).receivedByClients = [4, 5];
      report(evidence).duplicates = 1;
    };
    expect(findings(double)).toEqual(['duplicates']);
  });

  test('of messages out of order', () => {
    const overtake = (evidence: Evidence): void => {
      report(evidence).outOfOrder = 1;
    };
    expect(findings(overtake)).toEqual(['out-of-order']);
  });

  test('of counts that disagree: the server claims more than the clients got', () => {
    const claim = (evidence: Evidence): void => {
      evidence.dataset!.server.sentByServer = [4, 6];
    };
    expect(findings(claim)).toEqual(['counts-disagree']);
  });

  test('of counts that disagree: a latency is missing though nothing was lost', () => {
    const forget = (evidence: Evidence): void => {
      report(evidence).latencyCount = [2, 1];
    };
    expect(findings(forget)).toEqual(['counts-disagree']);
  });

  test('of a transport that fell back', () => {
    const fallBack = (evidence: Evidence): void => {
      report(evidence).transports = { websocket: 1, 'long-polling': 1 };
    };
    expect(findings(fallBack)).toEqual(['transport-fell-back']);
  });

  test.each<[string, (evidence: Evidence) => void]>([
    ['a member died', (e) => e.died.push({ member: 1, reason: 'killed' })],
    ['a connection closed', (e) => report(e).closed.push({ clientId: 2, reason: 'transport error' })],
    ['the hub counted one out', (e) => e.dataset!.vanished.push({ clientId: 2, why: 'silent' })],
  ])('of a client that died when %s', (_, breakIt) => {
    expect(findings(breakIt)).toEqual(['client-died']);
  });

  test('of a server that ended', () => {
    const end = (evidence: Evidence): void => {
      evidence.serverEnded = 'ended with SIGKILL';
    };
    expect(findings(end)).toEqual(['server-restarted']);
  });

  test('of clocks that jumped', () => {
    const jump = (evidence: Evidence): void => {
      report(evidence).latencyCount = [2, 1];
      report(evidence).negative = 1;
    };
    expect(findings(jump)).toEqual(['negative-latency']);
  });

  test('of overtime when a message is sent more than a bucket after the plan', () => {
    const delay = (evidence: Evidence): void => {
      report(evidence).sentByClients = [2, 1, 0, 1];
    };
    expect(findings(delay)).toEqual(['overtime']);
  });

  test('not of overtime for what arrives in the bucket right after the plan', () => {
    const delay = (evidence: Evidence): void => {
      report(evidence).receivedByClients = [4, 3, 1];
    };
    expect(findings(delay)).toEqual([]);
  });

  test.each<[string, (evidence: Evidence) => void]>([
    [
      'every core was busy in one sample of ten',
      (e) => {
        e.machineCpuPercent = [195, 20, 20, 20, 20, 20, 20, 20, 20, 20];
      },
    ],
    [
      'the cores were busy',
      (e) => {
        e.machineCpuPercent = [190, 180];
      },
    ],
    [
      'messages were sent late',
      (e) => {
        e.lateness = addDistributions([histogramOf([1, 1, 150])]);
      },
    ],
    [
      'an event loop was delayed',
      (e) => {
        report(e).loopDelay = { p99: 80, max: 200 };
      },
    ],
    [
      'an event loop was never idle',
      (e) => {
        e.busiestLoop = 0.97;
      },
    ],
  ])('of a saturated swarm when %s', (_, breakIt) => {
    expect(findings(breakIt)).toEqual(['swarm-saturated']);
  });

  test('of a warm-up that was too short', () => {
    expect(
      findings((e) => {
        e.warmupSeconds = 1;
      }),
    ).toEqual(['warm-up-short']);
  });

  test('of samples that are missing', () => {
    expect(
      findings((e) => {
        e.monitorGaps = 3;
      }),
    ).toEqual(['monitor-gaps']);
  });

  test('of latencies that include the counting proxy', () => {
    const through = (evidence: Evidence): void => {
      evidence.throughProxy = true;
    };
    expect(findings(through)).toEqual(['wire-proxy']);
  });

  test('of a stand-in, in its own words', () => {
    const evidence = faultlessEvidence();
    evidence.standIn = 'open broker, not the vendor’s';
    expect(judge(evidence)).toEqual([{ code: 'stand-in', level: 'warning', message: 'open broker, not the vendor’s' }]);
  });

  test('of an edition that limits what can be measured, in its own words', () => {
    const evidence = faultlessEvidence();
    evidence.limits = 'free edition: at most 1 update per second';
    expect(judge(evidence)).toEqual([
      { code: 'edition-limits', level: 'warning', message: 'free edition: at most 1 update per second' },
    ]);
  });
});
