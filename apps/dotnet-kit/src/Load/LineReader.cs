using System.Buffers;
using System.IO.Pipelines;

namespace Outcry.Kit.Load;

/// <summary>Reads lines, and no more of <paramref name="source"/> than was asked for.</summary>
/// <param name="limit">bytes; a longer line is the last one that may be asked for</param>
internal sealed class LineReader(PipeReader source, int limit, Func<double> clock) : IDisposable
{
    private ReadOnlySequence<byte> _rest;

    /// <summary>The end of what was read; null when the source has been told how far it was used.</summary>
    private SequencePosition? _end;
    private bool _isLast;

    /// <summary>Without the white space that JSON may have around it; empty for an empty line.</summary>
    public byte[] Line { get; private set; } = [];

    public bool IsEmpty => Line.Length == 0 && !IsTooLong;

    /// <summary>Then not all of the line was read.</summary>
    public bool IsTooLong { get; private set; }

    /// <summary>From 1.</summary>
    public long Number { get; private set; }

    /// <summary>When the line was complete.</summary>
    public double Received { get; private set; }

    /// <summary>Reads the next line; false when there is none.</summary>
    public async ValueTask<bool> Next(CancellationToken cancel)
    {
        while (true)
        {
            if (_rest.PositionOf((byte)'\n') is { } end) return Take(_rest.Slice(0, end), _rest.Slice(_rest.GetPosition(1, end)));
            if (_rest.Length > limit || (_isLast && _rest.Length > 0)) return Take(_rest, default);
            if (_isLast) return false;
            if (_end != null) source.AdvanceTo(_rest.Start, _rest.End);
            _end = null;
            var read = await source.ReadAsync(cancel);
            (_rest, _isLast, _end) = (read.Buffer, read.IsCompleted, read.Buffer.End);
            Received = clock();
        }
    }

    /// <summary>Gives the source back; what of a last line was not given is lost.</summary>
    public void Dispose()
    {
        if (_end is { } end) source.AdvanceTo(end);
    }

    private bool Take(ReadOnlySequence<byte> line, ReadOnlySequence<byte> rest)
    {
        Number++;
        IsTooLong = line.Length > limit;
        Line = line.ToArray().AsSpan().Trim(" \t\r"u8).ToArray();
        _rest = rest;
        return true;
    }
}
