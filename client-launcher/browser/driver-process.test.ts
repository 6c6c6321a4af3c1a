import { listeningPort } from './driver-process.ts';

describe('listeningPort', () => {
  test('is what geckodriver says', () => {
    expect(listeningPort('1795218458844\tgeckodriver\tINFO\tListening on 127.0.0.1:35849\n')).toBe(35849);
  });

  test('is what ChromeDriver says', () => {
    const text =
      'Starting ChromeDriver 156.0.8078.79 on port 0\nChromeDriver was started successfully on port 41234.\n';
    expect(listeningPort(text)).toBe(41234);
  });

  test('is not known before either has said it', () => {
    expect(listeningPort('Starting ChromeDriver 156.0.8078.79 on port 0\n')).toBeNull();
  });
});
