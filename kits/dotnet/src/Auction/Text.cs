using System.Buffers;
using System.Globalization;
using System.Text;

namespace Outcry.Kit.Auction;

/// <param name="Field">the field's name on the wire</param>
/// <param name="Called">its name in sentences, such as <c>A name</c></param>
/// <param name="Most">most code points</param>
internal readonly record struct TextRules(string Field, string Called, int Most);

/// <summary>
/// Rules of users' text, which is kept as it is: markup is not escaped here, the page shows it as text. Only characters that no text
/// needs and that harm where text is shown are refused. kits/schema/README.md has the same rules in words.
/// </summary>
internal static class Text
{
    /// <summary>UTF-16 units beyond which a text is refused unread: none that passes the limits is longer.</summary>
    private const int Hopeless = 20_000;

    /// <summary>Characters that are trimmed: the same as in JavaScript.</summary>
    private const string WhiteSpace =
        "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";

    private static readonly char[] Trimmed = WhiteSpace.ToCharArray();

    /// <summary>Control characters but for the newline, and the two Unicode line breaks.</summary>
    private static readonly SearchValues<char> Control = SearchValues.Create(
    [
        .. Enumerable.Range(0, 0x20).Concat(Enumerable.Range(0x7f, 0x21)).Select((code) => (char)code).Where((c) => c != '\n'),
        '\u2028', '\u2029',
    ]);

    /// <summary>
    /// Overrides, embeddings and isolates: they decide how the text after them is shown, and in a name they make one user or item look
    /// like another. U+202E and "ecila" is shown as "alice".
    /// </summary>
    private static readonly SearchValues<char> Direction = SearchValues.Create("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069");

    /// <summary>Characters that take no space on the screen: Default_Ignorable_Code_Point. First and last of each range.</summary>
    private static readonly (int First, int Last)[] Invisible =
    [
        (0xad, 0xad), (0x34f, 0x34f), (0x61c, 0x61c), (0x115f, 0x1160), (0x17b4, 0x17b5), (0x180b, 0x180f), (0x200b, 0x200f),
        (0x202a, 0x202e), (0x2060, 0x206f), (0x3164, 0x3164), (0xfe00, 0xfe0f), (0xfeff, 0xfeff), (0xffa0, 0xffa0),
        (0xfff0, 0xfff8), (0x1bca0, 0x1bca3), (0x1d173, 0x1d17a), (0xe0000, 0xe0fff),
    ];

    public static bool IsInvisible(Rune rune) => Invisible.Any((range) => rune.Value >= range.First && rune.Value <= range.Last);

    /// <summary>A name: one line in which nothing changes the direction of writing, NFC, trimmed. Throws a <see cref="Refusal"/>.</summary>
    public static string Name(string text, TextRules rules)
    {
        CheckWhole(text, rules);
        var clean = Normalize(text, NormalizationForm.FormC).Trim(Trimmed);
        CheckVisible(clean, rules);
        if (clean.AsSpan().ContainsAny(Control) || clean.Contains('\n'))
        {
            throw new Refusal("invalid", $"{rules.Called} is one line without control characters.", rules.Field);
        }
        if (clean.AsSpan().ContainsAny(Direction))
        {
            throw new Refusal("invalid", $"{rules.Called} cannot have marks that change the direction of writing.", rules.Field);
        }
        return CheckLength(clean, rules);
    }

    /// <summary>Several lines of text, NFC, trimmed, possibly none; every kind of line break becomes a newline, a tab a space.</summary>
    public static string Paragraphs(string text, TextRules rules)
    {
        CheckWhole(text, rules);
        var clean = new StringBuilder(Normalize(text, NormalizationForm.FormC))
            .Replace("\r\n", "\n").Replace('\r', '\n').Replace('\u0085', '\n').Replace('\u2028', '\n').Replace('\u2029', '\n')
            .Replace('\t', ' ').ToString().Trim(Trimmed);
        if (clean.AsSpan().ContainsAny(Control))
        {
            throw new Refusal("invalid", $"{rules.Called} has line breaks, but no other control characters.", rules.Field);
        }
        return CheckLength(clean, rules);
    }

    /// <summary>A password: taken as it is, but for the normal form that <see cref="Passwords"/> gives it.</summary>
    public static string Password(string text, TextRules rules, int least)
    {
        CheckWhole(text, rules);
        if (text.Contains('\0')) throw new Refusal("invalid", $"{rules.Called} cannot have a NUL character.", rules.Field);
        if (text == "") throw new Refusal("invalid", $"{rules.Called} is needed.", rules.Field);
        if (text.EnumerateRunes().Count() >= least) return CheckLength(text, rules);
        throw new Refusal("invalid", $"{rules.Called} has at least {least} characters.", rules.Field);
    }

    /// <summary>
    /// Two user names are the same when their keys are: compatibility forms, invisible characters, upper case and runs of spaces
    /// make no difference. Empty when nothing is left.
    /// </summary>
    public static string NameKey(string name)
    {
        var folded = new StringBuilder();
        foreach (var rune in Normalize(name, NormalizationForm.FormKC).EnumerateRunes())
        {
            if (!IsInvisible(rune)) folded.Append(LowerCase(rune));
        }
        var key = Normalize(folded.ToString(), NormalizationForm.FormKC);
        return string.Join(' ', key.Split(' ', StringSplitOptions.RemoveEmptyEntries));
    }

    /// <summary>The platform refuses U+FFFE, beside which nothing is composed; so what stands between is normalized by itself.</summary>
    public static string Normalize(string text, NormalizationForm form) =>
        string.Join('\ufffe', text.Split('\ufffe').Select((part) => part.Normalize(form)));

    /// <summary>Unicode's simple lower case; the platform leaves the one as it is whose full lower case is two characters.</summary>
    private static Rune LowerCase(Rune rune) => rune.Value == 0x130 ? new Rune('i') : Rune.ToLowerInvariant(rune);

    /// <summary>Refuses what is far too long, or not Unicode: half of a surrogate pair cannot be written to a database.</summary>
    private static void CheckWhole(string text, TextRules rules)
    {
        if (text.Length > Hopeless) throw TooLong(rules, text.Length);
        for (var i = 0; i < text.Length; i++)
        {
            if (!char.IsSurrogate(text[i])) continue;
            if (!char.IsSurrogatePair(text, i))
            {
                throw new Refusal("invalid", $"{rules.Called} contains half of a character. Type it again.", rules.Field);
            }
            i++;
        }
    }

    private static string CheckLength(string text, TextRules rules)
    {
        var length = text.EnumerateRunes().Count();
        return length <= rules.Most ? text : throw TooLong(rules, length);
    }

    private static Refusal TooLong(TextRules rules, int length)
    {
        var has = length > Hopeless ? "far more" : length.ToString("N0", CultureInfo.InvariantCulture);
        var most = rules.Most.ToString("N0", CultureInfo.InvariantCulture);
        return new Refusal("too-long", $"{rules.Called} has {most} characters at most; this one has {has}.", rules.Field);
    }

    private static void CheckVisible(string text, TextRules rules)
    {
        if (text.EnumerateRunes().Any((rune) => !IsInvisible(rune) && !WhiteSpace.Contains(rune.ToString()))) return;
        var what = text == "" ? "is needed" : "needs at least one character that can be seen";
        throw new Refusal("invalid", $"{rules.Called} {what}.", rules.Field);
    }
}
