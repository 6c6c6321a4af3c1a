import { compareVersions, isAtLeast, parseRequirement, parseVersion } from './versions.ts';

describe('parseVersion', () => {
  test.each([
    ['Mozilla Firefox 153.7.0esr', '153.7.0'],
    ['geckodriver 0.37.1\n\nThe source code of this program …', '0.37.1'],
    ['ChromeDriver 156.0.8078.79 (0a1b2c-refs/branch-heads/8078@{#1})', '156.0.8078.79'],
    ['Apache Maven 3.8.7', '3.8.7'],
    ['javac 17.0.15', '17.0.15'],
    ['javac 1.8.0_392', '8.0.392'],
    ['v20.20.2', '20.20.2'],
    ['21', '21'],
  ])('reads %j as %s', (text, version) => {
    expect(parseVersion(text)).toBe(version);
  });

  test('finds none where a program only complains', () => {
    expect(parseVersion('error 127: cannot open display')).toBeNull();
  });
});

describe('compareVersions', () => {
  test('compares numbers, not text', () => {
    expect(compareVersions('0.9.0', '0.37.1')).toBeLessThan(0);
    expect(compareVersions('153.7.0', '153.6.9')).toBeGreaterThan(0);
  });

  test('takes missing parts for zero', () => {
    expect(compareVersions('17', '17.0.0')).toBe(0);
    expect(compareVersions('17', '17.0.1')).toBeLessThan(0);
  });
});

describe('requirements', () => {
  test('have a name and may have a least version', () => {
    expect(parseRequirement('jdk>=17')).toEqual({ name: 'jdk', atLeast: '17' });
    expect(parseRequirement('dotnet>=10.0')).toEqual({ name: 'dotnet', atLeast: '10.0' });
    expect(parseRequirement('maven')).toEqual({ name: 'maven', atLeast: null });
  });

  test('of another form are refused', () => {
    for (const text of ['', 'jdk>17', 'jdk >= 17', 'jdk>=17.x', '>=17']) expect(parseRequirement(text)).toBeNull();
  });

  test('are met by the same version and newer ones', () => {
    expect(isAtLeast('17.0.15', '17')).toBe(true);
    expect(isAtLeast('21', '17')).toBe(true);
    expect(isAtLeast('16.0.2', '17')).toBe(false);
  });

  test('with a least version are not met by an unknown version', () => {
    expect(isAtLeast(null, '17')).toBe(false);
    expect(isAtLeast(null, null)).toBe(true);
  });
});
